import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { answer, defineJob, definePluginServer, listen } from '@spawnpoint/sdk/server'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  certify,
  greeting,
  listWaves,
  readCertificate,
  readNews,
  shareWaves,
  wave,
  waved,
} from '../contract/index.ts'
import manifest from '../manifest.ts'
import { greetings } from '../resource.ts'
import { findCertificate, keepCertificate } from './certificates.ts'
import { findRelease } from './find-release.ts'
import { tapHooks } from './hooks.ts'
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

const answerWave = answer(wave, manifest, ({ actor, db, events }) =>
  db.transaction(async (tx) => {
    const id = await addWave(tx, actor.id)
    // Told if the wave is kept, and only then.
    await events.emit(waved, { id, person: actor.id }, { tx })
    return { id }
  }),
)

const readWaves = answer(listWaves, manifest, async ({ query, db, services }) => {
  const { rows, hasMore } = await pageOfWaves(db, query.before)
  const people = (await services.find(UserNames)?.findMany(rows.map(({ person }) => person))) ?? []
  const nameOf = (person: string) => people.find(({ id }) => id === person)?.username ?? null
  const waves = rows.map((row) => ({ ...row, name: nameOf(row.person), at: row.at.toISOString() }))
  return { waves, hasMore }
})

const readShared = answer(shareWaves, manifest, async ({ body, fail, config, db }) => {
  const { share_key: key } = readSettings(config)
  if (key === null || !isSame(body.key, key)) throw fail('HELLO_KEY_WRONG')
  return { waves: await countWaves(db) }
})

const keep = answer(certify, manifest, async ({ actor, blobs, db }) => ({
  id: await keepCertificate(blobs, actor.id, await countWaves(db)),
}))

const showCertificate = answer(readCertificate, manifest, async ({ actor, params, fail, blobs }) => {
  const text = await findCertificate(blobs, actor.id, params.id)
  if (text === null) throw fail('HELLO_NO_CERTIFICATE')
  return { text }
})

const showNews = answer(readNews, manifest, async ({ fetch }) => ({ release: await findRelease(fetch) }))

const everyNight = { payload: z.object({}), schedule: '10 4 * * *' }
const sweep = defineJob('sweep', everyNight, manifest, ({ config, db }) =>
  sweepWaves(db, readSettings(config).keep_days),
)

const welcomeUser = listen(userCreated, manifest, ({ payload, db }) => welcome(db, payload.id))

export default definePluginServer(manifest, {
  resources: [serveResource(greetings)],
  endpoints: [greet, answerWave, readWaves, readShared, keep, showCertificate, showNews],
  jobs: [sweep],
  listeners: [welcomeUser],
  setup({ db, health, hooks }) {
    tapHooks({ hooks }, db)
    health('waves', async () => ({ status: 'healthy', detail: `${await countWaves(db)} waves` }))
  },
})
