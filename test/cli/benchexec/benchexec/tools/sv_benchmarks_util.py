ILP32, LP64 = "ILP32", "LP64"


def get_data_model_from_task(task, param_dict):
    return param_dict.get((task.options or {}).get("data_model"))
