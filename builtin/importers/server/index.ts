import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, Secrets } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { registerCommands } from './commands.ts'
import { importUses } from './run/import-uses.ts'
import { forgetPerson } from './run/records.ts'
import { ctrlpanel } from './systems/ctrlpanel.ts'
import { heliactyl } from './systems/heliactyl.ts'
import { mythicaldash } from './systems/mythicaldash.ts'
import { paymenter } from './systems/paymenter.ts'

const forgetErased = listen(userErased, { db: Database, secrets: Secrets }, ({ payload, db, secrets }) =>
  db.orm.transaction((tx) => forgetPerson(tx, secrets, payload.id)),
)

export default definePluginServer(manifest, {
  listeners: [forgetErased],
  uses: importUses,
  setup: (uses, host) =>
    registerCommands(host, uses, {
      systems: [ctrlpanel, heliactyl, mythicaldash, paymenter],
      env: process.env,
    }),
})
