import './check-node.mjs'

import('./bootstrap.mjs').then(({ prepareOnly }) => {
  prepareOnly(['kernel/cli/build.ts', '--for-start'])
  console.log('Dependencies and dashboard are ready: restart Spawnpoint now.')
})
