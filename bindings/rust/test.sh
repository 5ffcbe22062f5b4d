#!/usr/bin/env bash
# Tests the Rust crates, under build/rust.
#
# usage: bindings/rust/test.sh [--all]
#
# Without --all the library of the preset dev is linked, which TAGSTREAM_BUILT names: the tests and
# a sample of the golden cases. With it also style, documents, all features apart, what
# `generate.py` writes, the oldest Rust if it is installed, and the crates as `cargo package` makes
# them, used by a program elsewhere. Where cargo or the registry is missing, one line says so, and
# the tests are left out; with --all that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(realpath ../..)
PATH=$PATH:$HOME/.cargo/bin
export CARGO_TARGET_DIR=$root/build/rust CARGO_TERM_COLOR=never
built=${TAGSTREAM_BUILT:-$root/build/dev}
log=$root/build/rust/log
mkdir -p "$root/build/rust"

mode=quick
[[ ${1-} != --all ]] || mode=all

# leave_out WHY: says so in one line, and ends.
leave_out() {
  echo "Rust: left out, $1"
  [[ $mode == quick ]]
  exit
}

command -v cargo >/dev/null || leave_out "there is no cargo"
[[ -f $built/bindings/c/libtagstream_c.so ]] ||
  leave_out "$built has no C interface: cmake --build --preset dev --target tagstream_c goldens"
cargo fetch --locked >"$log" 2>&1 || leave_out "its packages can't be had (build/rust/log says why)"

# The library with assertions that is there is linked: nothing of C++ is compiled.
export TAGSTREAM_LIB_DIR=$built/bindings/c LD_LIBRARY_PATH=$built/bindings/c
export TAGSTREAM_GOLDENS=$built/tests/goldens.json TAGSTREAM_EVERY=${TAGSTREAM_EVERY:-50}
flags=(--locked --quiet)
cargo test "${flags[@]}" --workspace --all-features
if [[ $mode == quick ]]; then
  echo "Rust: left out here are style, features apart and the packaged crates;" \
    "bindings/rust/test.sh --all tries them"
  exit
fi

cargo fmt --check
./generate.py --check
cargo clippy "${flags[@]}" --workspace --all-targets --all-features -- -D warnings
for features in "" serde futures; do
  cargo clippy "${flags[@]}" -p tagstream --features "$features" -- -D warnings
done
RUSTDOCFLAGS='-D warnings' cargo doc "${flags[@]}" --no-deps --all-features \
  -p tagstream -p tagstream-sys

# The oldest Rust. Its cargo does not know the registry as it is today, so it reads the packages
# from a folder.
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1.0/p' tagstream/Cargo.toml)
if cargo "+$oldest" --version >/dev/null 2>&1; then
  copy=$root/build/rust/oldest
  rm -rf "$copy"
  mkdir -p "$copy/.cargo"
  cp -r Cargo.lock tagstream tagstream-sys "$copy"
  printf '[workspace]\nmembers = ["tagstream-sys", "tagstream"]\n' >"$copy/Cargo.toml"
  (
    cd "$copy"
    cargo vendor packages >config 2>"$log" || { cat "$log" && exit 1; }
    mv config .cargo/config.toml
    cargo "+$oldest" check --quiet --offline -p tagstream --all-features
  )
else
  echo "Rust: left out is Rust $oldest: rustup toolchain install --profile minimal $oldest"
fi

# The crates as they are published, in a program that has nothing else of this repository.
unset TAGSTREAM_LIB_DIR LD_LIBRARY_PATH
crates=$root/build/rust/crates
user=$root/build/rust/user
./package.sh "$crates"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' tagstream/Cargo.toml)
mkdir -p "$user/src"
cat >"$user/Cargo.toml" <<END
[package]
name = "user"
version = "0.0.0"
edition = "2021"

[workspace]

[dependencies]
tagstream = { version = "$version", features = ["serde", "futures"] }
futures = { version = "0.3.21", default-features = false, features = ["std", "executor"] }
serde_json = "1.0.90"

[patch.crates-io]
tagstream = { path = "$crates/tagstream-$version" }
tagstream-sys = { path = "$crates/tagstream-sys-$version" }
END
cp Cargo.lock "$user"
sed -n '/^```rust$/,/^```$/p' "$crates/tagstream-$version/README.md" | sed '/^```/d' \
  >"$user/src/main.rs"
cargo run --quiet --manifest-path "$user/Cargo.toml" | grep -qx 'Rain? See:  rain'
echo "Rust: the packaged crates work in a program of their own," \
  "$(cat "$crates"/*.crate | wc -c) bytes packed"
