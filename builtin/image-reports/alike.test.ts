import { likenessKeys } from '@spawnpoint/contracts/pictures/schemas'
import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aScene } from '../pictures/testing.ts'
import { createVisitors } from './testing.ts'

let server: TestServer
let visitors: ReturnType<typeof createVisitors>
let staff: ApiClient
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  visitors = createVisitors(server)
})
afterAll(() => server.stop())

const settings = {
  image_hosting_enabled: true,
  image_hosting_coins_per_image_enabled: true,
  image_reports_hide_after: 3,
  smtp_enabled: false,
  smtp_host: '',
  smtp_from: '',
}
const mailOn = { smtp_enabled: true, smtp_host: '127.0.0.1', smtp_from: 'a@example.com' }
const set = (values: Partial<Record<keyof typeof settings, unknown>>) =>
  server.server.core.settings.write({ ...settings, ...values })
beforeEach(async () => {
  await server.pool.query('delete from kernel.rate')
  await set({})
  const permissions = ['view', 'list', 'edit'].map((each) => `admin.image.reports.${each}`)
  staff = (await server.signIn({ permissions })).api
})

let seed = 1_000
const newScene = () => aScene((seed += 1))
type Scene = ReturnType<typeof newScene>
const alike = (scene: Scene) => scene.clone().resize(400, 225).jpeg({ quality: 55 }).toBuffer()

interface Report {
  readonly id: string
  readonly image: string
  readonly alike: string | null
  readonly hidden: boolean
  readonly reason: string
  readonly entries: readonly object[]
}
async function reportOf(image: string): Promise<Report | null> {
  const { body } = await staff.get('/api/image-reports/reports?limit=100')
  const found = (body['items'] as Report[]).find((each) => each.image === image)
  if (!found) return null
  return (await staff.get(`/api/image-reports/reports/${found.id}`)).body['report'] as unknown as Report
}
const decide = (id: string, body: object) =>
  staff.post(`/api/image-reports/reports/${id}/decision`, { ...body })

const lastEmail = async ({ email }: { email: string }) => {
  const { rows } = await server.pool.query<{ paragraphs: string[] }>(
    'select paragraphs from mail.email where address = $1 order by created_at desc limit 1',
    [email],
  )
  return rows[0]?.paragraphs.join(' ')
}

/** An image that somebody uploaded and staff removed. */
async function removed(scene: Scene): Promise<string> {
  const { api } = await server.signIn()
  const { body } = await visitors.upload(api, { bytes: await scene.clone().png().toBuffer() })
  await visitors.send(String(body['name']), { reason: 'harassment' })
  const report = await reportOf(String(body['name']))
  await decide(report?.id ?? '', { decision: 'remove', reason: 'harassment', ground: 'terms', facts: '' })
  return report?.id ?? ''
}

it('[REP17] hides an image that looks like a removed one until staff decide, and tells the uploader why', async () => {
  await set(mailOn)
  const scene = newScene()
  const before = await removed(scene)
  const { api, person } = await server.signIn()
  await server.server.core.services.find(Users)?.savePreferences(person.id, { locale: 'DE' })
  // Otherwise the image would earn nothing because somebody uploaded the like of it.
  await server.pool.query('delete from image_hosting.seen')
  const { status, body } = await visitors.upload(api, { bytes: await alike(scene) })
  expect([status, body['underReview'], body['coins']]).toEqual([200, true, 0])
  expect((await visitors.visit(`/i/${body['name']}`)).status).toBe(404)
  const report = await reportOf(String(body['name']))
  expect(report).toMatchObject({ alike: before, hidden: true, reason: 'harassment', entries: [] })
  expect(await lastEmail(person)).toContain('schon einmal entfernt')
  await decide(report?.id ?? '', { decision: 'keep' })
  expect((await visitors.visit(`/i/${body['name']}`)).status).toBe(200)
})

it('[REP17] says in the statement of reasons that nobody reported it', async () => {
  await set(mailOn)
  const scene = newScene()
  await removed(scene)
  const { api, person } = await server.signIn()
  const { body } = await visitors.upload(api, { bytes: await alike(scene) })
  const report = await reportOf(String(body['name']))
  await decide(report?.id ?? '', { decision: 'remove', reason: 'spam', ground: 'terms', facts: '' })
  const statement = await lastEmail(person)
  expect(statement).toContain('looks like one that we removed before')
  expect(statement).not.toContain('reported')
})

it('[REP17] asks staff once about the same picture, and no more once the removal is undone', async () => {
  const scene = newScene()
  const before = await removed(scene)
  const { api } = await server.signIn()
  const first = await visitors.upload(api, { bytes: await alike(scene) })
  await decide((await reportOf(String(first.body['name'])))?.id ?? '', { decision: 'keep' })
  const second = await visitors.upload(api, { bytes: await alike(scene) })
  expect([second.body['underReview'], await reportOf(String(second.body['name']))]).toEqual([false, null])
  await decide(before, { decision: 'restore' })
  const third = await visitors.upload(api, { bytes: await scene.clone().webp({ quality: 30 }).toBuffer() })
  expect(third.body['underReview']).toBe(false)
})

it('[REP17] only reports it where images are never hidden by themselves, and lets other images be', async () => {
  await set({ image_reports_hide_after: 0 })
  const scene = newScene()
  const before = await removed(scene)
  const { api } = await server.signIn()
  const { body } = await visitors.upload(api, { bytes: await alike(scene) })
  expect([body['underReview'], (await visitors.visit(`/i/${body['name']}`)).status]).toEqual([false, 200])
  expect(await reportOf(String(body['name']))).toMatchObject({ alike: before, hidden: false })
  const other = await visitors.upload(api, { bytes: await newScene().png().toBuffer() })
  expect(await reportOf(String(other.body['name']))).toBe(null)
})

it('[REP17] lets an image be that shares a block with a removed one by chance', async () => {
  const before = await removed(newScene())
  const scene = newScene()
  const { api } = await server.signIn()
  const { body } = await visitors.upload(api, { bytes: await scene.clone().png().toBuffer() })
  const { rows } = await server.pool.query<{ likeness: string }>(
    `select c.likeness from image_hosting.image i join pictures.picture p on p.id = i.picture_id
     join pictures.content c on c.id = p.content_id where i.name = $1`,
    [body['name']],
  )
  const likeness = rows[0]?.likeness ?? ''
  const opposite = (BigInt(`0x${likeness}`) ^ ((1n << 64n) - 1n)).toString(16).padStart(16, '0')
  await server.pool.query(
    `insert into image_reports.block (hash, likeness, keys, report_id, created_at)
     values (repeat('a', 64), $1, $2, $3, now())`,
    [opposite, likenessKeys(likeness), before],
  )
  const again = await visitors.upload(api, { bytes: await alike(scene) })
  expect([again.body['underReview'], await reportOf(String(again.body['name']))]).toEqual([false, null])
})
