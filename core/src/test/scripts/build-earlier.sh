#!/bin/sh
# Builds the classes and test classes of core as of an earlier commit, once.
#
# build-earlier.sh <repository> <commit> <folder> <mvn>
set -eu
repository=$1 commit=$2 folder=$3 mvn=$4

if [ -f "$folder/.built" ]; then
  exit 0
fi
if ! git -C "$repository" cat-file -e "$commit^{commit}"; then
  echo "The commit $commit is not here: fetch the whole history (git fetch --unshallow)." >&2
  exit 1
fi
rm -rf "$folder"
mkdir -p "$folder"
git -C "$repository" archive "$commit" | tar -x -C "$folder"
build() {
  "$mvn" -B -q "$@" -f "$folder/pom.xml" -pl core -Dspotless.check.skip=true test-compile
}
build -o || build
touch "$folder/.built"
