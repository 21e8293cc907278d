import './check-node.mjs'

import('./bootstrap.mjs').then(({ bootstrap }) => bootstrap('kernel/cli/test.ts', process.argv.slice(2)))
