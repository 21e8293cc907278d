import { Notifications } from '@spawnpoint/contracts/notifications'
import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const dayMs = 86_400_000

let server: TestServer
let now = Date.parse('2027-03-10T12:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate notifications.notification, notifications.preference')
  now += 3000
})

const gift = { plugin: 'gifts', kind: 'received' }
const aGift = { ...gift, params: { giver: 'ada', coins: 5 }, link: '/account' }

const service = () => {
  const found = server.server.core.services.find(Notifications)
  if (!found) throw new Error('notifications are not running')
  return found
}
const inTransaction = <R>(work: (tx: Parameters<ReturnType<typeof service>['notify']>[0]) => Promise<R>) =>
  server.server.core.orm.transaction(work)
const notify = (user: string, over: object = {}) =>
  inTransaction((tx) => service().notify(tx, { ...aGift, user, ...over }))

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next: string | null
}
const inbox = async (api: ApiClient, query = '') =>
  (await api.get(`/api/notifications${query}`)).body as unknown as Listed
const unreadOf = async (api: ApiClient) => {
  const { body } = await api.get('/api/user/session')
  return (body['stats'] as Readonly<Record<string, unknown>>)['unread_notifications']
}
const choose = (api: ApiClient, change: object, kind: object = gift) =>
  api.patch('/api/notifications/preferences', { ...kind, ...change })
const idsOf = ({ items }: Listed) => items.map(({ id }) => String(id))

const withMail = () =>
  server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: 1,
    smtp_from: 'host@example.com',
  })
const emailsTo = async (user: string) => {
  const { rows } = await server.pool.query<{ subject: string }>(
    'select subject from mail.email where user_id = $1 order by created_at',
    [user],
  )
  return rows.map(({ subject }) => subject)
}

describe('notifications', () => {
  it('[NOT1] are written with the transaction that caused them, or not at all', async () => {
    const { person, api } = await server.signIn()
    await expect(
      inTransaction(async (tx) => {
        await service().notify(tx, { ...aGift, user: person.id })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect((await inbox(api)).items).toEqual([])
    await notify(person.id)
    expect((await inbox(api)).items).toMatchObject([
      { ...aGift, at: new Date(now).toISOString(), read: false, done: false },
    ])
    await expect(notify(person.id, { kind: 'unheard-of' })).rejects.toThrow('E_NOTIFICATION_KIND')
  })

  it('[NOT2] come once for each key', async () => {
    const { person, api } = await server.signIn()
    await Promise.all(['a', 'a', 'b'].map((key) => notify(person.id, { key })))
    await notify(person.id)
    await notify(person.id)
    expect((await inbox(api)).items).toHaveLength(4)
  })

  it('[NOT3] come as each person wants them, by email in their language and once', async () => {
    await withMail()
    const { person, api } = await server.signIn()
    const failed = { plugin: 'servers', kind: 'failed', params: { server: 'Skyblock' }, link: '/dashboard' }
    await server.server.core.services.find(Users)?.savePreferences(person.id, { locale: 'DE' })
    await notify(person.id, failed)
    expect(await emailsTo(person.id)).toEqual(['„Skyblock“ konnte nicht erstellt werden'])
    await choose(api, { email: false }, { plugin: 'servers', kind: 'failed' })
    await notify(person.id, failed)
    expect(await emailsTo(person.id)).toHaveLength(1)
    expect((await inbox(api)).items).toHaveLength(2)
    await choose(api, { inApp: false }, { plugin: 'servers', kind: 'failed' })
    await notify(person.id, failed)
    expect((await inbox(api)).items).toHaveLength(2)
    await choose(api, { inApp: true, email: true }, { plugin: 'servers', kind: 'failed' })
    await notify(person.id, failed)
    expect([(await inbox(api)).items.length, (await emailsTo(person.id)).length]).toEqual([3, 2])
  })

  it('[NOT4] let a plugin ask before it sends the email itself', async () => {
    await withMail()
    const { person, api } = await server.signIn()
    const wants = () => inTransaction((tx) => service().wantsEmail(tx, person.id, gift))
    expect(await wants()).toBe(true)
    await notify(person.id)
    expect(await emailsTo(person.id)).toEqual([])
    await choose(api, { email: false })
    expect(await wants()).toBe(false)
  })

  it('[NOT5] are each person’s own, and leave the inbox when they are done', async () => {
    const [ada, ben] = [await server.signIn(), await server.signIn()]
    await notify(ada.person.id)
    const [id = ''] = idsOf(await inbox(ada.api))
    const mark = (api: ApiClient, body: object) => api.patch(`/api/notifications/${id}`, body)
    for (const body of [{ read: true }, { done: true }]) expect((await mark(ben.api, body)).status).toBe(404)
    expect((await inbox(ben.api)).items).toEqual([])
    expect((await inbox(ada.api)).items).toMatchObject([{ read: false, done: false }])
    await ben.api.post('/api/notifications/all', { as: 'done' })
    expect((await mark(ada.api, { read: true })).body).toMatchObject({ unread: 0 })
    expect((await mark(ada.api, { read: false })).body).toMatchObject({ unread: 1 })
    expect((await mark(ada.api, { done: true })).body).toMatchObject({ unread: 0 })
    expect((await inbox(ada.api)).items).toEqual([])
    expect((await inbox(ada.api, '?show=done')).items).toMatchObject([{ id, read: true, done: true }])
    await mark(ada.api, { done: false })
    expect(idsOf(await inbox(ada.api))).toEqual([id])
    await ada.api.post('/api/notifications/all', { as: 'done' })
    expect((await inbox(ada.api)).items).toEqual([])
  })

  it('[NOT6] are counted in the session answer, and listed page by page, newest first', async () => {
    const { person, api } = await server.signIn()
    for (let at = 0; at < 3; at += 1) {
      now += 1000
      await notify(person.id, { params: { giver: 'ada', coins: at } })
    }
    expect(await unreadOf(api)).toBe(3)
    const first = await inbox(api, '?limit=2')
    const second = await inbox(api, `?limit=2&cursor=${first.next}`)
    expect(
      [...first.items, ...second.items].map(({ params }) => (params as { coins: number }).coins),
    ).toEqual([2, 1, 0])
    await api.post('/api/notifications/all', { as: 'read' })
    expect([await unreadOf(api), (await inbox(api)).items.length]).toEqual([0, 3])
    await server.pool.query(
      `insert into notifications.notification (person, plugin, kind, params, created_at)
       select $1, 'gifts', 'received', '{}', $2 from generate_series(1, 150)`,
      [person.id, new Date(now)],
    )
    now += 60_000
    expect(await unreadOf(api)).toBe(100)
  })

  it('[NOT7] reach all but those who are banned or turned it off', async () => {
    await withMail()
    const news = { plugin: 'announcements', kind: 'published', params: { title: 'Hi' } }
    const [ada, off, banned, reader] = [
      await server.signIn(),
      await server.signIn(),
      await server.signIn(),
      await server.signIn(),
    ]
    await choose(off.api, { inApp: false }, { plugin: news.plugin, kind: news.kind })
    await choose(reader.api, { email: true }, { plugin: news.plugin, kind: news.kind })
    await server.pool.query('update kernel.identity set banned_at = now() where id = $1', [banned.person.id])
    await inTransaction((tx) => service().notifyMany(tx, { ...news, users: 'everyone', key: 'n1' }))
    await inTransaction((tx) => service().notifyMany(tx, { ...news, users: 'everyone', key: 'n1' }))
    const { rows } = await server.pool.query<{ person: string }>(
      'select person from notifications.notification',
    )
    const people = rows.map(({ person }) => person)
    expect(people.filter((id) => id === ada.person.id)).toHaveLength(1)
    expect(people).not.toContain(off.person.id)
    expect(people).not.toContain(banned.person.id)
    expect([(await emailsTo(ada.person.id)).length, (await emailsTo(reader.person.id)).length > 0]).toEqual([
      0,
      true,
    ])
  })

  it.each(['https://evil.example.com', '//evil.example.com', 'javascript:alert(1)', '/\\evil.example.com'])(
    '[NOT8] do not lead to %s',
    async (link) => {
      const { person } = await server.signIn()
      await expect(notify(person.id, { link })).rejects.toThrow()
    },
  )

  it('[NOT9] are deleted in time, and with the account', async () => {
    const { person, api } = await server.signIn()
    const rows = async () =>
      (await server.pool.query('select from notifications.notification where person = $1', [person.id]))
        .rowCount
    const add = (created: number, done: number | null) =>
      server.pool.query(
        `insert into notifications.notification (person, plugin, kind, params, created_at, done_at)
         values ($1, 'gifts', 'received', '{}', $2, $3)`,
        [person.id, new Date(now - created * dayMs), done === null ? null : new Date(now - done * dayMs)],
      )
    await add(40, 31)
    await add(40, 29)
    await add(179, null)
    await add(181, null)
    // Saved ones stay, done or not.
    await server.pool.query(
      `insert into notifications.notification (person, plugin, kind, params, created_at, done_at, saved_at)
       values ($1, 'gifts', 'received', '{}', $2, $2, $2)`,
      [person.id, new Date(now - 200 * dayMs)],
    )
    await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin: 'notifications', job: 'drop-old', payload: {} }),
    ])
    await expect.poll(rows).toBe(3)
    await server.server.core.settings.write({
      notifications_keep_days: 178,
      notifications_keep_done_days: 28,
    })
    await server.server.core.runner.forPlugin('notifications').add('drop-old', {})
    await expect.poll(rows).toBe(1)
    await server.server.core.settings.write({
      notifications_keep_days: 180,
      notifications_keep_done_days: 30,
    })
    await choose(api, { email: false })
    const admin = (await server.signIn({ role: 'Administrator' })).api
    expect((await admin.delete(`/api/users/${person.id}`)).status).toBe(200)
    await expect.poll(rows).toBe(0)
    const preferences = async () =>
      (await server.pool.query('select from notifications.preference where person = $1', [person.id]))
        .rowCount
    await expect.poll(preferences).toBe(0)
  })

  it('[NOT18] are saved by their own tab until they are removed from it', async () => {
    const { person, api } = await server.signIn()
    await notify(person.id)
    await notify(person.id, { key: 'other' })
    const [id = ''] = idsOf(await inbox(api))
    const mark = (body: object) => api.patch(`/api/notifications/${id}`, body)
    await mark({ saved: true })
    expect((await inbox(api, '?show=saved')).items).toMatchObject([{ id, saved: true, read: false }])
    expect((await inbox(api)).items).toHaveLength(2)
    await mark({ done: true })
    expect((await inbox(api, '?show=saved')).items).toMatchObject([{ id, saved: true, done: true }])
    await mark({ saved: false })
    expect((await inbox(api, '?show=saved')).items).toEqual([])
  })

  it('[NOT19] leave the inbox while they are snoozed, and come back unread', async () => {
    const { person, api } = await server.signIn()
    await notify(person.id)
    now += 1000
    await notify(person.id, { params: { giver: 'ben', coins: 1 } })
    const [later = '', id = ''] = idsOf(await inbox(api))
    const mark = (body: object) => api.patch(`/api/notifications/${id}`, body)
    const until = new Date(now + 3 * dayMs).toISOString()
    await mark({ read: true })
    expect((await mark({ snoozedUntil: until })).body).toMatchObject({ unread: 1 })
    expect(idsOf(await inbox(api))).toEqual([later])
    expect((await inbox(api, '?show=snoozed')).items).toMatchObject([{ id, read: true, snoozedUntil: until }])
    // Marking all leaves alone what is not there.
    await api.post('/api/notifications/all', { as: 'done' })
    expect(idsOf(await inbox(api, '?show=snoozed'))).toEqual([id])
    expect(await unreadOf(api)).toBe(0)
    now += 3 * dayMs
    expect((await inbox(api)).items).toMatchObject([{ id, read: false, snoozedUntil: null }])
    expect(await unreadOf(api)).toBe(1)
    expect((await mark({ read: true })).body).toMatchObject({ unread: 0 })
    expect((await inbox(api)).items).toMatchObject([{ id, read: true }])
  })

  it('[NOT19] are as they were where the snooze is ended by hand', async () => {
    const { person, api } = await server.signIn()
    await notify(person.id)
    const [id = ''] = idsOf(await inbox(api))
    const mark = (body: object) => api.patch(`/api/notifications/${id}`, body)
    for (const read of [true, false]) {
      await mark({ read })
      now += 1000
      await mark({ snoozedUntil: new Date(now + dayMs).toISOString() })
      expect(idsOf(await inbox(api, '?show=snoozed'))).toEqual([id])
      await mark({ snoozedUntil: null })
      expect((await inbox(api)).items).toMatchObject([{ id, read, done: false, snoozedUntil: null }])
    }
  })

  it.each([0, -dayMs, 91 * dayMs])('[NOT19] cannot be snoozed for %i ms', async (wait) => {
    const { person, api } = await server.signIn()
    await notify(person.id)
    const [id = ''] = idsOf(await inbox(api))
    const refused = await api.patch(`/api/notifications/${id}`, {
      snoozedUntil: new Date(now + wait).toISOString(),
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error_code: 'NOTIFICATIONS_SNOOZE' })
  })

  it('[NOT21] says how many of each kind came in the last 7 days', async () => {
    const { person, api } = await server.signIn()
    const counts = async () => {
      const { body } = await api.get('/api/notifications/preferences')
      return (body['items'] as { plugin: string; kind: string; recent: number }[])
        .filter(({ recent }) => recent > 0)
        .map(({ plugin, kind, recent }) => [plugin, kind, recent])
    }
    await notify(person.id)
    now += 6 * dayMs
    await notify(person.id)
    expect(await counts()).toEqual([['gifts', 'received', 2]])
    const [, id = ''] = idsOf(await inbox(api))
    await api.patch(`/api/notifications/${id}`, { snoozedUntil: new Date(now + 30 * dayMs).toISOString() })
    now += 2 * dayMs
    expect(await counts()).toEqual([['gifts', 'received', 1]])
  })

  it('[NOT11] offers the kinds of the plugins that run, and takes no others', async () => {
    const { api } = await server.signIn()
    const kinds = async () => {
      const { body } = await api.get('/api/notifications/preferences')
      return (body['items'] as { plugin: string; kind: string }[]).map(
        ({ plugin, kind }) => `${plugin}:${kind}`,
      )
    }
    expect(await kinds()).toEqual(
      expect.arrayContaining([
        'gifts:received',
        'referrals:paid',
        'servers:built',
        'servers:failed',
        'announcements:published',
        'announcements:incident',
      ]),
    )
    await server.server.plugins.disable('gifts', null)
    expect(await kinds()).not.toContain('gifts:received')
    expect((await choose(api, { inApp: false })).body.error_code).toBe('NOTIFICATIONS_UNKNOWN_KIND')
    await server.server.plugins.enable('gifts', null)
    const shown = { plugin: 'referrals', kind: 'paid' }
    expect((await choose(api, { email: true }, { ...shown, kind: 'none' })).status).toBe(400)
  })
})
