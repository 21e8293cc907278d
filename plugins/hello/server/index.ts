import { userCreated } from '@spawnpoint/contracts/users'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { definePluginServer } from '@spawnpoint/sdk/server'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { greeting, listWaves, shareWaves, wave } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { greetings } from '../resource.ts'
import { readSettings } from './settings.ts'
import { addWave, countWaves, findWelcome, pageOfWaves, sweepWaves, welcome } from './waves.ts'

const isSame = (given: string, expected: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export default definePluginServer(manifest, (context) => {
  const { http, db, jobs, events, config, clock, health } = context
  serveResource(greetings, context)
  http.endpoint(greeting, async ({ actor }) => ({
    at: clock.now().toISOString(),
    notice: readSettings(config).notice,
    waves: await countWaves(db),
    welcomedAt: (await findWelcome(db, actor.id))?.toISOString() ?? null,
  }))
  http.endpoint(wave, async ({ actor }) => ({ id: await addWave(db, actor.id) }))
  http.endpoint(listWaves, async ({ query }) => {
    const { rows, hasMore } = await pageOfWaves(db, query.before)
    return { waves: rows.map((row) => ({ ...row, at: row.at.toISOString() })), hasMore }
  })
  http.endpoint(shareWaves, async ({ body, fail }) => {
    const { share_key: key } = readSettings(config)
    if (key === null || !isSame(body.key, key)) throw fail('HELLO_KEY_WRONG')
    return { waves: await countWaves(db) }
  })

  jobs.define('sweep', { payload: z.object({}), schedule: '10 4 * * *' }, () =>
    sweepWaves(db, readSettings(config).keep_days),
  )
  events.on(userCreated, ({ payload }) => welcome(db, payload.id))
  health('waves', async () => ({ status: 'healthy', detail: `${await countWaves(db)} waves` }))
})
