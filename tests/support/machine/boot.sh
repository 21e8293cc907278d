#!/bin/sh
# Boots systemd as the first process of a machine of its own: namespaces of this one, and its files with a layer above them
# that is gone at the end. First run: $1 is an empty folder, $2 a script that gives the new root ($root) its files.
set -eu
if [ "${3:-}" != inside ]; then
  # systemd makes its groups below its own one.
  groups=$(sed -n 's/^\S* \S* \S* \/ \(\S*\) .* - cgroup2 .*/\1/p' /proc/self/mountinfo | head -n 1)
  group="$groups/$(basename "$1")"
  mkdir "$group"
  echo $$ > "$group/cgroup.procs"
  # It ends with whoever started it.
  exec setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child --uts --ipc --net --cgroup sh "$0" "$1" "$2" inside
fi
mount -t tmpfs -o mode=755 machine "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" machine "$1/root"
root="$1/root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for each in run tmp var/tmp; do mount -t tmpfs -o mode=1777 machine "$root/$each"; done
chmod 755 "$root/run"
mount -t tmpfs -o mode=755 machine "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 machine "$root/dev/shm"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/zero" c 1 5
mknod -m 666 "$root/dev/full" c 1 7
mknod -m 666 "$root/dev/random" c 1 8
mknod -m 666 "$root/dev/urandom" c 1 9
mknod -m 666 "$root/dev/tty" c 5 0
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ip link set lo up
# The services of this machine, and what they stored, are not those of the new one.
rm -rf "$root/etc/systemd/system" "$root/etc/machine-id" "$root/var/lib/spawnpoint" "$root/var/log/journal" "$root/opt" "$root/etc/fstab"
mkdir -p "$root/etc/systemd/system" "$root/opt"
: > "$root/etc/machine-id"
for name in passwd group shadow gshadow; do
  if [ -e "$root/etc/$name" ]; then sed -i '/^spawnpoint:/d' "$root/etc/$name"; fi
done
eval "$2"
cd "$root"
mkdir -p .before
pivot_root . .before
umount --lazy /.before
exec env -i container=spawnpoint-test PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=basic.target --show-status=no --log-target=journal
