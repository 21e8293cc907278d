import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** Its call goes on until somebody lets it; its job notes that it ran. */
const serverCode = (id: string) => `
const note = (db, word) => db.sql\`insert into said (word) values (\${word})\`
endpoints.push(
  answer(post('/api/${id}/wait'), manifest, async ({ db }) => {
    await note(db, 'begun')
    while ((await db.sql\`select from said where word = 'go'\`).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return { word: 'done' }
  }),
  answer(post('/api/${id}/fine'), manifest, async () => ({})),
  answer(post('/api/${id}/queue'), manifest, async ({ jobs }) => {
    await jobs.add('work', {}, { runAt: new Date(Date.now() + 1_000) })
    return {}
  }),
)
jobs.push(defineJob('work', { payload: z.object({}), maxAttempts: 3 }, manifest, async ({ db }) => { await note(db, 'worked') }))
`

beforeAll(async () => {
  for (const id of ['stays', ...modes.map((mode) => `goes-${mode}`)])
    writeIsolatedPlugin(plugins, {
      id,
      mode: id === 'goes-worker' ? 'worker' : 'process',
      capabilities: ['server.http', 'server.db', 'server.jobs'],
      module: serverCode(id),
      manifest: { migrations: 'migrations' },
      files: { 'migrations/0001_first.sql': 'create table said (word text not null)' },
    })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const post = (path: string) => server.anonymous().post(`/api/${path}`)
const tableOf = (id: string) => `${id.replaceAll('-', '_')}.said`
const says = async (id: string, word: string) =>
  (await server.pool.query(`select from ${tableOf(id)} where word = $1`, [word])).rowCount !== 0

describe.each(modes)('a plugin that is switched off, in a %s', (mode) => {
  const id = `goes-${mode}`

  it('[KRN20] answers the calls that are under way, and takes no others', async () => {
    const { plugins: service } = server.server
    const underWay = post(`${id}/wait`)
    await expect.poll(() => says(id, 'begun')).toBe(true)
    const off = service.disable(id, null)
    await expect.poll(async () => (await post(`${id}/fine`)).status).toBe(404)
    await server.pool.query(`insert into ${tableOf(id)} (word) values ('go')`)
    expect(await underWay).toMatchObject({ status: 200, body: { word: 'done' } })
    await off
    await service.enable(id, null)
  })

  it('[KRN20] lets its jobs wait until it is on again', async () => {
    const { plugins: service } = server.server
    expect((await post(`${id}/queue`)).status).toBe(200)
    await service.disable(id, null)
    await server.pool.query(`delete from ${tableOf('stays')}`)
    expect((await post('stays/queue')).status).toBe(200)
    // Queued after it, for a later time.
    await expect.poll(() => says('stays', 'worked')).toBe(true)
    expect(await says(id, 'worked')).toBe(false)
    const putOff = async () => {
      const { rows } = await server.pool.query(
        `select job.id, max_attempts as "maxAttempts", queue_name as queue from graphile_worker._private_jobs job
         left join graphile_worker._private_job_queues queue on queue.id = job_queue_id
         where payload->>'plugin' = $1 and run_at > now() + interval '30 seconds'`,
        [id],
      )
      return rows
    }
    const asItWas = { id: expect.anything(), maxAttempts: 3, queue: `plugin ${id}` }
    await expect.poll(putOff).toEqual([asItWas])
    const [waiting] = await putOff()
    await service.enable(id, null)
    // It would be looked at again after a minute.
    await server.pool.query('select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now())', [
      waiting.id,
    ])
    await expect.poll(() => says(id, 'worked')).toBe(true)
  })
})
