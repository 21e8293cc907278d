import { bootstrap } from './bootstrap.mjs'

const [script, ...args] = process.argv.slice(2)
if (script === undefined) {
  console.error('Name the script to run: node kernel/cli/run.mjs kernel/cli/dev.ts')
  process.exit(1)
}
bootstrap(script, args)
