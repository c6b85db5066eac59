# The front door of edgewise. Meson and ninja do the work; this file only knows the way to them.
#
#   make            release build: build/edgewise
#   make demo       install what is missing, build, verify the programs of examples/
#   make check      install what is missing, build with sanitizers, run every test
#   make bench      the quick benchmark set, compared with bench/baseline
#   make install    binary, man page and shell completion (PREFIX=/usr/local, DESTDIR=)
#   make svcomp     edgewise.zip for the competition (needs zip)
#   make format     clang-format over our own files
#   make clean      remove the build folders
#
# EDGEWISE_NO_INSTALL=1 keeps demo and check from installing packages: they then list what is missing.
# Say JOBS=n to use other than all cores, TESTS="unit programs/loop" to run some tests only.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 1)
TESTS ?=
SANITIZE = -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false

.PHONY: all demo check bench svcomp install format clean deps-build deps-check deps-bench check-build

all:
	@tools/install-deps --list build
	@$(MAKE) --no-print-directory build/build.ninja
	@ninja -C build -j $(JOBS) edgewise
	@command -v gnuplot >/dev/null || echo "edgewise: plots of bench/report need gnuplot: tools/install-deps bench"

build/build.ninja:
	meson setup build -Dtests=false

build-check/build.ninja:
	meson setup build-check $(SANITIZE)

deps-build:
	@tools/install-deps build
deps-check:
	@tools/install-deps build check
deps-bench:
	@tools/install-deps build bench

demo: deps-build
	@$(MAKE) --no-print-directory all
	@tools/demo build/edgewise examples

check-build: deps-check
	@$(MAKE) --no-print-directory all build-check/build.ninja
	@ninja -C build-check -j $(JOBS)

check: check-build
	@test/run --release build --sanitized build-check --jobs $(JOBS) $(TESTS)

bench: deps-bench
	@$(MAKE) --no-print-directory all
	@bench/run --quick --fresh --jobs $(JOBS) --edgewise build/edgewise --out bench/out/quick
	@bench/guard --edgewise build/edgewise
	@bench/report --compare bench/baseline/quick.csv --html bench/out/quick/report.html bench/out/quick

install: all
	@meson configure build -Dprefix=$(abspath $(PREFIX))
	@ninja -C build -j $(JOBS)
	@DESTDIR="$(DESTDIR)" meson install -C build --no-rebuild

svcomp: all
	@tools/make-svcomp build edgewise.zip

format:
	@tools/format

clean:
	rm -rf build build-check
