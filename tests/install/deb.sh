#!/usr/bin/env bash
# Installs the Debian packages of preset `deb` by apt in a clean root, runs the program there, and
# builds users' programs against what is installed. As root; needs mmdebstrap and a network.
#   deb.sh PACKAGES [SOURCES...]    their folder; what apt takes others from, if not this machine's
set -euo pipefail
shopt -s nullglob
packages=$(realpath "$1")
from=("${@:2}")
[[ $# -gt 1 ]] || from=(/etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources})
[[ -s ${from[0]} ]] || from=("${from[@]:1}")
users=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
# shellcheck disable=SC1091  # of this system
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
debs=("$packages"/*.deb)
((${#debs[@]} == 3)) || { echo "deb: there are ${#debs[@]} packages in $packages, not 3"; exit 1; }
version=$(dpkg-deb --field "${debs[0]}" Version)

cat >"$packages/in_root.sh" <<'END'
set -eux
export DEBIAN_FRONTEND=noninteractive
cd /tmp/users
apt-get -q install -y --no-install-recommends /tmp/packages/*.deb
echo 'Hi <a>b</a>' | tagstream filter --hide a
gzip -t /usr/share/man/man1/tagstream.1.gz
apt-get -q install -y --no-install-recommends g++ cmake make pkg-config
for user in consumer c_consumer; do
  cmake -S $user -B /tmp/build/$user
  cmake --build /tmp/build/$user
  /tmp/build/$user/consumer $1
done
libdir=$(dirname /usr/lib/*/libtagstream.a)
(cd c_consumer && ./../c_pkg_config.sh $libdir $1 cc)
(cd consumer && ./../pkg_config.sh $libdir $1 c++ -std=c++20)
ldd /tmp/build/c_consumer/consumer | grep 'libtagstream_c.so.0 => /lib'
apt-get -q purge -y tagstream libtagstream-dev libtagstream-c0
left=$(find / -xdev -not -path '/tmp/*' -name '*tagstream*')
test -z "$left"
END
mmdebstrap --quiet --variant=apt --format=null \
  --customize-hook='mkdir "$1/tmp/packages"' \
  --customize-hook="sync-in '$packages' /tmp/packages" \
  --customize-hook='mkdir "$1/tmp/users"' \
  --customize-hook="sync-in '$users' /tmp/users" \
  --customize-hook='chmod -R a+rX "$1/tmp/packages" "$1/tmp/users"' \
  --customize-hook="chroot \"\$1\" env -i PATH='$PATH' sh /tmp/packages/in_root.sh ${version%-*}" \
  "$suite" /dev/null "${from[@]}"
echo "deb: ${debs[*]##*/} can be installed, used and removed"
