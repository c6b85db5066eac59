# edgewise in a container:
#   docker build -t edgewise .
#   docker run --rm -v "$PWD:/work" -w /work edgewise project -p build
# The program under test runs in the sandbox of landlock and seccomp, which work without privileges.
FROM debian:12 AS build
COPY . /src
WORKDIR /src
RUN tools/install-deps build && make && DESTDIR=/out make install PREFIX=/usr

FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends clang-19 libclang-rt-19-dev gcc gcc-multilib libc6-dev-i386 \
    libgmp10 libjansson4 libmicrohttpd12 libseccomp2 libstdc++6 libyaml-0-2 libz3-4 libzstd1 zlib1g graphviz cmake make ninja-build \
    git && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/usr /usr
ENTRYPOINT ["edgewise"]
