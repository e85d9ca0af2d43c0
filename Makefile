# fencediff: what a fresh clone needs is Go and a Docker engine.
#
#   make run    the main job: the naive fence on the smoke grid, results in out/
#   make test   every test, those of the oracle in Docker included

SHELL := /bin/bash

FENCE  ?= naive
SOURCE ?= grid:smoke
OUT    ?= out
COUNT  ?= 200

# The program is its own agent inside the oracle's container, so it is static.
bin/fencediff: export CGO_ENABLED = 0

.PHONY: setup run test fuzz image bench lint man clean bin/fencediff

# Build the program and the oracle's image.
setup: bin/fencediff image

# Go decides what is up to date.
bin/fencediff:
	go build -trimpath -o $@ ./cmd/fencediff

# The main job: make run FENCE=readonly compares another fence.
run: bin/fencediff
	bin/fencediff run --fence $(FENCE) --source $(SOURCE) --out $(OUT)

# Every test; the race detector needs a C compiler. The last breaks the harness
# on purpose, and sees that a check notices.
test:
	go test -race $(TESTFLAGS) ./...
	go test -tags harnessfaults $(TESTFLAGS) ./internal/harnessfaults

# Every native fuzz target, for a moment each; make fuzz COUNT=100000 searches.
fuzz:
	.ci/fuzz $(COUNT)

# Build the oracle's image if it is missing, and print its name. Where no base
# image can be pulled, one is made of Debian packages.
image: bin/fencediff
	bin/fencediff image

# One figure a line: NAME VALUE UNIT.
bench:
	@set -o pipefail; go test -run '^$$' -bench . ./oracle/... ./... | awk -f .ci/bench.awk

# What .ci/run holds the code to.
lint:
	@files=$$(go tool gofumpt -l .) && test -z "$$files" || { echo "not formatted (go tool gofumpt -w):" $$files; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff

# The manual pages, into bin/man.
man:
	go run -tags man ./cmd/fencediff man bin/man

clean:
	rm -rf bin out
