import subprocess


class BaseTool2:
    def _version_from_tool(self, executable, arg="--version", line_prefix=None):
        text = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.strip()
        assert line_prefix is None or text.startswith(line_prefix), text
        return text[len(line_prefix or ""):].strip()
