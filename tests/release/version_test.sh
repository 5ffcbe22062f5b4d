#!/usr/bin/env bash
# The version stands once: scripts/version notices a file with another one, and writes all of them.
#   version_test.sh SOURCE FOLDER
set -euo pipefail
source=$1
folder=$2
version=$("$source/scripts/version")
rm -rf "$folder"
mkdir -p "$folder/scripts"
cp "$source"/scripts/{version,two_files,release_go} "$folder/scripts"
(
  cd "$source"
  cp --parents CMakeLists.txt CHANGELOG.md packaging/tagstream.1 \
    packaging/vcpkg/tagstream/vcpkg.json packaging/conan/conanfile.py \
    bindings/js/package/package.json bindings/python/pyproject.toml bindings/rust/Cargo.lock \
    bindings/rust/tagstream{,-sys}/Cargo.toml "$folder"
)
cd "$folder"
[[ $(scripts/version) == "$version" ]]

# Each place alone is noticed.
while read -r _ file; do
  cp "$file" kept
  sed -i "s/$version/9.9.9/g" "$file"
  if scripts/version >said 2>&1; then
    echo "version_test: $file was changed, and scripts/version said nothing"
    exit 1
  fi
  [[ $file == CMakeLists.txt ]] || grep -qF "$file" said
  cp kept "$file"
done < <(scripts/version --list)

# A new version, in all files: what is left to do is said.
if scripts/version --set 9.9.9 >said 2>&1; then exit 1; fi
[[ $(wc -l <said) == 1 ]]
grep -q '^version: CHANGELOG.md' said
sed -i "0,/^## $version/s//## 9.9.9/" CHANGELOG.md
[[ $(scripts/version) == 9.9.9 ]]
left=$(grep -rlF "\"$version\"" packaging bindings || true)
[[ -z $left ]] || { echo "version_test: the old version is left in $left" && exit 1; }
if scripts/version --set 9.9 2>said; then exit 1; fi
grep -q 'no version' said
echo "version: $version everywhere"
