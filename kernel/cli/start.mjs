import './check-node.mjs'

import('./bootstrap.mjs').then(({ bootstrap }) =>
  bootstrap('kernel/cli/start-product.mjs', process.argv.slice(2), {
    first: ['kernel/cli/build.ts', '--for-start'],
    // Told to stop, npm ends at once, and the shell between them tells nobody: the product would keep port and folder.
    followsNpm: true,
    goesBack: true,
  }),
)
