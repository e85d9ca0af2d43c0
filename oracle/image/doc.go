// Package image makes the system that commands run in: the oracle's image for
// a Docker engine, or the same system as a directory for running without one.
//
// Dockerfile.bash is the one recipe for both. A fresh machine may reach no
// image registry, so the package can also make the base that the recipe starts
// from, out of Debian's packages, with nothing but the host's apt-get,
// dpkg-deb and tar.
package image
