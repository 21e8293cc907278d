import './check-node.mjs'

import('./bootstrap.mjs').then(({ bootstrap, prepareOnly }) => {
  const [script, ...args] = process.argv.slice(2)
  if (script === undefined) {
    console.error('Name the script to run: node kernel/cli/run.mjs kernel/cli/dev.ts')
    process.exit(1)
  }
  const commands = ['kernel/cli/admin.ts', 'kernel/cli/backup.ts']
  // A build beside another one would mix their files.
  if (script === 'kernel/cli/build.ts') prepareOnly([script, ...args])
  else bootstrap(script, args, { loadsServer: commands.includes(script) })
})
