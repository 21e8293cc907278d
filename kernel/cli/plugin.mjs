import './check-node.mjs'

import('./bootstrap.mjs').then(({ bootstrap }) =>
  bootstrap('sdk/cli/main.ts', process.argv.slice(2), { followsNpm: true, hasChannel: true }),
)
