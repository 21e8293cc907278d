import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { registerCommands } from './commands.ts'
import { importUses } from './run/import-uses.ts'
import { ctrlpanel } from './systems/ctrlpanel.ts'
import { heliactyl } from './systems/heliactyl.ts'
import { mythicaldash } from './systems/mythicaldash.ts'
import { paymenter } from './systems/paymenter.ts'

export default definePluginServer(manifest, {
  uses: importUses,
  setup: (uses, host) =>
    registerCommands(host, uses, {
      systems: [ctrlpanel, heliactyl, mythicaldash, paymenter],
      env: process.env,
    }),
})
