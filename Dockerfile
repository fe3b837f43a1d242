# The base is an argument so that a mirror, a newer Python or a local image can stand in for it.
# Whatever is given must be Debian with Python 3.11 or later.
ARG BASE=python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb

FROM ${BASE} AS builder
WORKDIR /build
COPY requirements.lock ./
# pip works from outside the environment, so that none is left inside it. Wheels only: nothing is
# compiled here, and no package runs code of its own while it is installed.
RUN python3 -m venv --without-pip /opt/exitgate \
 && python3 -m pip --python /opt/exitgate/bin/python install --no-cache-dir --no-compile \
      --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock
COPY src/exitgate /build/exitgate
# Bytecode that is never checked against its source starts faster and has no timestamps in it.
RUN mv /build/exitgate "$(/opt/exitgate/bin/python -c 'import site; print(site.getsitepackages()[0])')" \
 && printf '#!/bin/sh\nexec /opt/exitgate/bin/python -I -m exitgate "$@"\n' > /opt/exitgate/bin/exitgate \
 && chmod 755 /opt/exitgate/bin/exitgate \
 && /opt/exitgate/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/exitgate/lib

# No USER and no WORKDIR: GitHub mounts the workspace as root's and sets the folder itself.
# hadolint ignore=DL3002
FROM ${BASE} AS runtime
# git's version is Debian's stable one with its security fixes; a release is pinned as a whole image.
# hadolint ignore=DL3008
RUN if ! command -v git > /dev/null; then \
      apt-get update \
      && apt-get install --yes --no-install-recommends git ca-certificates \
      && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log /var/cache/debconf/*-old; \
    fi \
 && ln -s /opt/exitgate/bin/exitgate /usr/local/bin/exitgate \
 && git config --system --add safe.directory '*'
COPY --from=builder /opt/exitgate /opt/exitgate
LABEL org.opencontainers.image.title="ExitGate" \
      org.opencontainers.image.description="Decides from evidence whether a coding agent is done, stuck, blocked, or goes on." \
      org.opencontainers.image.licenses="MIT"
# Isolated mode: neither PYTHONPATH from the job nor a module in the workspace can become our code.
ENTRYPOINT ["/opt/exitgate/bin/exitgate"]
CMD ["run"]
