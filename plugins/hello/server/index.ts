import { userCreated } from '@spawnpoint/contracts/users'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { answer, defineJob, definePluginServer, listen } from '@spawnpoint/sdk/server'
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

const greet = answer(greeting, manifest, async ({ actor, clock, config, db }) => ({
  at: clock.now().toISOString(),
  notice: readSettings(config).notice,
  waves: await countWaves(db),
  welcomedAt: (await findWelcome(db, actor.id))?.toISOString() ?? null,
}))

const answerWave = answer(wave, manifest, async ({ actor, db }) => ({ id: await addWave(db, actor.id) }))

const readWaves = answer(listWaves, manifest, async ({ query, db }) => {
  const { rows, hasMore } = await pageOfWaves(db, query.before)
  return { waves: rows.map((row) => ({ ...row, at: row.at.toISOString() })), hasMore }
})

const readShared = answer(shareWaves, manifest, async ({ body, fail, config, db }) => {
  const { share_key: key } = readSettings(config)
  if (key === null || !isSame(body.key, key)) throw fail('HELLO_KEY_WRONG')
  return { waves: await countWaves(db) }
})

const everyNight = { payload: z.object({}), schedule: '10 4 * * *' }
const sweep = defineJob('sweep', everyNight, manifest, ({ config, db }) =>
  sweepWaves(db, readSettings(config).keep_days),
)

const welcomeUser = listen(userCreated, manifest, ({ payload, db }) => welcome(db, payload.id))

export default definePluginServer(manifest, {
  resources: [serveResource(greetings)],
  endpoints: [greet, answerWave, readWaves, readShared],
  jobs: [sweep],
  listeners: [welcomeUser],
  setup({ db, health }) {
    health('waves', async () => ({ status: 'healthy', detail: `${await countWaves(db)} waves` }))
  },
})
