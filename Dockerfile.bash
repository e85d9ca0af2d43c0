# The image in which the oracle runs commands: bash and the programs that a
# coding agent reads with, on Debian bookworm.
#
# fencediff builds it by itself. Where no registry answers it first makes a base
# from Debian packages, with all of PACKAGES in it, and gives it as BASE.
# Without an engine it runs the RUN lines in an unpacked root, which is
# why this file has no other instruction than FROM, ARG and RUN, and no line
# uses /dev/null: such a root has none.
ARG BASE=debian:bookworm-slim
FROM ${BASE}

# What to install, and a program of each package by which to tell that it is there.
ARG PACKAGES="bash bsdextrautils bzip2 coreutils diffutils fd-find file findutils \
    gawk git grep gzip hostname jq less mount perl procps python3 ripgrep sed tar \
    tree util-linux xxd xz-utils"
ARG PROGRAMS="bash column bzip2 ls diff fdfind file find \
    gawk git grep gzip hostname jq less mount perl ps python3 rg sed tar \
    tree setsid xxd xz"

# Programs that are not here, mostly because they are nothing without a network.
# What stands in for them leaves a trace on standard error, which says that the
# command was not really run; it ends with 0, so that what follows && is run.
ARG STUBS="cargo curl docker gh go make nc node npm npx pip pip3 scp ssh sudo wget"
ARG STUB="/usr/lib/fencediff/stub"

RUN missing=; \
    for program in ${PROGRAMS}; do command -v "$program" || missing="$missing $program"; done; \
    if [ -n "$missing" ]; then \
        apt-get update && \
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${PACKAGES} && \
        apt-get clean && rm -rf /var/lib/apt/lists/*; \
    fi

# Debian calls fd fdfind. The cache of libraries saves every program a search;
# the auxiliary one holds inode numbers, so that it would differ at every build.
RUN ln -sf fdfind /usr/bin/fd && ldconfig && rm -f /var/cache/ldconfig/aux-cache

# Python writes the byte code of what it imports, unless it is there: a read
# would look like a write. With unchecked hashes it stays good in every copy.
RUN python3 -m compileall -q -f --invalidation-mode unchecked-hash /usr/lib/python3 /usr/lib/python3.11

RUN mkdir -p "${STUB%/*}" && \
    printf '%s\n' '#!/bin/sh' 'echo "${0##*/}: recording stub: not run" >&2' > "${STUB}" && \
    chmod 0755 "${STUB}" && \
    for name in ${STUBS}; do ln -s "${STUB}" "/usr/bin/$name" || exit 1; done
