import { afkSettings } from '@spawnpoint/contracts/afk'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, Log, Settings } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { economyPart } from './economy-part.ts'
import { rankMinutes } from './rank-minutes.ts'
import { endChains, forgetCounter } from './counter-queries.ts'
import { handleSendHeartbeat, handleStartCounting } from './handle-counting.ts'
import { payJob } from './pay.ts'

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await forgetCounter(db, payload.id)
})

export default definePluginServer(manifest, {
  provides: [rankMinutes, economyPart],
  settings: afkSettings,
  endpoints: [handleStartCounting, handleSendHeartbeat],
  jobs: [payJob],
  listeners: [forgetUser],
  uses: { db: Database, settings: Settings, log: Log },
  setup({ db, settings, log }, host) {
    // Time while it is off counts for nobody, however short.
    host.onDispose(
      settings.onChange((keys) => {
        if (keys.includes('afk_enabled') && !settings.read(afkSettings).afk_enabled)
          endChains(db).catch((error: unknown) => log.error({ error }, 'AFK counting not ended'))
      }),
    )
  },
})
