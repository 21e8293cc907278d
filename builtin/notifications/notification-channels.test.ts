import { Notifications } from '@spawnpoint/contracts/notifications'
import { createDecipheriv, createECDH, hkdfSync, verify, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { isDiscordWebhook, isPushEndpoint } from './contract/outside-hosts.ts'
import { Deliveries, type CallOut } from './server/deliver.ts'
import { encryptPush } from './server/encrypt-push.ts'
import { afterQuiet, emailMoment } from './server/next-moment.ts'

let server: TestServer
let now = Date.parse('2027-03-10T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  // Nothing is sent but what these tests send, to the services that they stand in for.
  await server.server.core.runner.stop()
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: 1,
    smtp_from: 'host@example.com',
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate notifications.delivery, notifications.device, notifications.routine')
})

const find = <T>(token: { id: string } & Parameters<typeof server.server.core.services.find<T>>[0]): T => {
  const found = server.server.core.services.find(token)
  if (!found) throw new Error(`${token.id} is not running`)
  return found
}
const built = { plugin: 'servers', kind: 'built' }
const notify = (user: string, params: object = { server: 'Lobby' }) =>
  server.server.core.orm.transaction((tx) =>
    find(Notifications).notify(tx, { ...built, params: { ...params }, user, link: '/server/1' }),
  )
const choose = (api: ApiClient, change: object) =>
  api.patch('/api/notifications/preferences', { ...built, ...change })
const change = (api: ApiClient, body: object) => api.patch('/api/notifications/routine', body)
const subjectsTo = async (user: string) =>
  (
    await server.pool.query<{ subject: string }>(
      'select subject from mail.email where user_id = $1 order by created_at, id',
      [user],
    )
  ).rows.map(({ subject }) => subject)
const waiting = async () =>
  (await server.pool.query<{ count: number }>('select count(*)::int as count from notifications.delivery'))
    .rows[0]?.count

/** The services outside: what they were sent, answered with these statuses. */
const outside = (...statuses: (number | 'silent')[]) => {
  const calls: { url: string; headers: Readonly<Record<string, string>>; body: string | Uint8Array }[] = []
  const out: CallOut = async ({ url, headers, body = '' }) => {
    const status = statuses[Math.min(calls.length, statuses.length - 1)] ?? 201
    calls.push({ url, headers, body })
    if (status === 'silent') throw new Error('nobody there')
    return { status, headers: {}, text: '', bytes: Buffer.alloc(0) }
  }
  return { calls, deliver: () => find(Deliveries).run(out) }
}

/** A browser with keys of its own, which reads what was pushed to it. */
const aBrowser = (endpoint = `https://web.push.apple.com/${crypto.randomUUID()}`) => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = Buffer.alloc(16, 7)
  const read = (body: string | Uint8Array) => {
    const bytes = Buffer.from(body as Uint8Array)
    const [salt, theirs] = [bytes.subarray(0, 16), bytes.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
    const secret = hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32)
    const derive = (text: string, size: number) =>
      Buffer.from(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${text}\0`, size))
    const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    open.setAuthTag(bytes.subarray(-16))
    const plain = Buffer.concat([open.update(bytes.subarray(86, -16)), open.final()])
    expect(plain.at(-1)).toBe(2)
    return JSON.parse(plain.subarray(0, -1).toString('utf8')) as object
  }
  const body = {
    endpoint,
    publicKey: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    label: 'Safari · Mac',
  }
  return { body, endpoint, read }
}
const webhook = `https://discord.com/api/webhooks/123456789/${'a'.repeat(60)}`

describe('quiet hours and digests', () => {
  const night = { quietFrom: 22 * 60, quietTo: 7 * 60, timeZone: 'Europe/Berlin', digest: 'off' as const }
  const at = (text: string) => new Date(text)

  it('[NOT12] quiet hours end on the clock of the person, over midnight and a change of the clocks', () => {
    expect(afterQuiet(night, at('2027-03-10T12:00:00Z'))).toEqual(at('2027-03-10T12:00:00Z'))
    expect(afterQuiet(night, at('2027-03-10T22:30:00Z'))).toEqual(at('2027-03-11T06:00:00Z'))
    expect(afterQuiet(night, at('2027-03-11T05:59:00Z'))).toEqual(at('2027-03-11T06:00:00Z'))
    expect(afterQuiet(night, at('2027-03-11T06:00:00Z'))).toEqual(at('2027-03-11T06:00:00Z'))
    // Berlin goes from one hour ahead to two that night.
    expect(afterQuiet(night, at('2027-03-27T23:00:00Z'))).toEqual(at('2027-03-28T05:00:00Z'))
    const noon = { ...night, quietFrom: 12 * 60, quietTo: 14 * 60 }
    expect(afterQuiet(noon, at('2027-03-10T12:00:00Z'))).toEqual(at('2027-03-10T13:00:00Z'))
  })

  it('[NOT13] a digest leaves at the next hour, at 8:00 or on Monday at 8:00, and after the quiet hours', () => {
    const plain = { quietFrom: null, quietTo: null, timeZone: 'Europe/Berlin' }
    const noon = at('2027-03-10T12:10:00Z')
    expect(emailMoment({ ...plain, digest: 'off' }, noon)).toEqual(noon)
    expect(emailMoment({ ...plain, digest: 'hourly' }, noon)).toEqual(at('2027-03-10T13:00:00Z'))
    expect(emailMoment({ ...plain, digest: 'daily' }, noon)).toEqual(at('2027-03-11T07:00:00Z'))
    expect(emailMoment({ ...plain, digest: 'weekly' }, noon)).toEqual(at('2027-03-15T07:00:00Z'))
    expect(emailMoment({ ...plain, digest: 'weekly' }, at('2027-03-15T06:59:00Z'))).toEqual(
      at('2027-03-15T07:00:00Z'),
    )
    expect(emailMoment({ ...night, digest: 'hourly' }, at('2027-03-10T21:30:00Z'))).toEqual(
      at('2027-03-11T06:00:00Z'),
    )
  })

  it('[NOT12] hold emails back and nothing in the dashboard', async () => {
    const { api, person } = await server.signIn()
    await choose(api, { email: true, discord: true })
    await change(api, { quiet: { from: 11 * 60, to: 13 * 60 }, timeZone: 'UTC', discordWebhook: webhook })
    await notify(person.id)
    const { calls, deliver } = outside()
    await deliver()
    expect([await subjectsTo(person.id), calls.length, await waiting()]).toEqual([[], 0, 2])
    expect((await api.get('/api/notifications')).body['items']).toHaveLength(1)
    now += 3_600_000
    await deliver()
    expect([(await subjectsTo(person.id)).length, calls.length, await waiting()]).toEqual([1, 1, 0])
    await change(api, { quiet: null })
    await notify(person.id)
    expect(await subjectsTo(person.id)).toHaveLength(2)
  })

  it('[NOT13] a digest is one email with all that waited, and one notification is its own email', async () => {
    const { api, person } = await server.signIn()
    await choose(api, { email: true })
    await change(api, { digest: 'hourly' })
    const { deliver } = outside()
    for (const name of ['Lobby', 'Arena', 'Farm']) await notify(person.id, { server: name })
    await deliver()
    expect(await subjectsTo(person.id)).toEqual([])
    now += 3_600_000
    await Promise.all([deliver(), deliver()])
    const [digest, ...more] = await subjectsTo(person.id)
    expect([digest, more]).toEqual([expect.stringMatching(/^3 notifications from /), []])
    const { rows } = await server.pool.query<{ text: string }>(
      `select paragraphs::text as text from mail.email where user_id = $1`,
      [person.id],
    )
    for (const name of ['Lobby', 'Arena', 'Farm']) expect(rows[0]?.text).toContain(name)
    await notify(person.id, { server: 'Alone' })
    now += 3_600_000
    await deliver()
    expect((await subjectsTo(person.id)).at(-1)).toContain('Alone')
  })
})

describe('push', () => {
  it('[NOT14] encrypts like the example of the standard', () => {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
    const device = {
      publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    expect(
      encryptPush('When I grow up, I want to be a watermelon', device, { pair, salt }).toString('base64url'),
    ).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('[NOT14] is read by that browser alone, in the language of the person, signed by this instance', async () => {
    const { api, person } = await server.signIn()
    const [mine, other] = [aBrowser(), aBrowser()]
    const added = await api.post('/api/notifications/devices', mine.body)
    expect(added.body['devices']).toMatchObject([{ label: 'Safari · Mac' }])
    await choose(api, { push: true })
    await notify(person.id)
    const { calls, deliver } = outside()
    await deliver()
    const [call] = calls
    if (!call) throw new Error('nothing was pushed')
    expect([calls.length, call.url, await waiting()]).toEqual([1, mine.endpoint, 0])
    expect(mine.read(call.body)).toMatchObject({
      web_push: 8030,
      notification: {
        title: expect.stringContaining('Lobby') as unknown,
        navigate: 'http://127.0.0.1:5173/server/1',
      },
    })
    expect(() => other.read(call.body)).toThrow()
    const [, text = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(call.headers['authorization'] ?? '') ?? []
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
    const [head = '', claims = '', signature = ''] = text.split('.')
    const signed = Buffer.from(signature, 'base64url')
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        signed,
      ),
    ).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://web.push.apple.com',
    })
    // One key pair for good, whose secret half is not readable in the database.
    expect((await api.get('/api/notifications/routine')).body['pushKey']).toBe(key)
    const { rows } = await server.pool.query<{ private_key: string }>(
      'select private_key from notifications.push_key',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.private_key).not.toMatch(/^[\w-]{43}$/)
  })

  it('[NOT15] forgets a browser that is gone, and asks a service again that was away', async () => {
    const { api, person } = await server.signIn()
    await api.post('/api/notifications/devices', aBrowser().body)
    await choose(api, { push: true })
    await notify(person.id)
    const { calls, deliver } = outside('silent', 503, 410)
    await deliver()
    await deliver()
    expect([calls.length, await waiting()]).toEqual([1, 1])
    for (const minutes of [1, 5]) {
      now += minutes * 60_000
      await deliver()
    }
    expect([calls.length, await waiting()]).toEqual([3, 0])
    expect((await api.get('/api/notifications/routine')).body['devices']).toEqual([])
  })

  it('[NOT15] gives up after the last pause, and sends nothing to whoever was banned meanwhile', async () => {
    const { api, person } = await server.signIn()
    await api.post('/api/notifications/devices', aBrowser().body)
    await choose(api, { push: true })
    await notify(person.id)
    const away = outside(500)
    for (let hours = 0; hours < 8; hours += 1) {
      await away.deliver()
      now += 3 * 3_600_000
    }
    expect([away.calls.length, await waiting()]).toEqual([5, 0])
    await notify(person.id)
    await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [person.id])
    const { calls, deliver } = outside()
    await deliver()
    expect([calls.length, await waiting()]).toEqual([0, 0])
  })

  it('[NOT16] only addresses of push services and Discord are taken, and each person’s own browsers', async () => {
    const { api } = await server.signIn()
    const wrong = [
      'http://web.push.apple.com/x',
      'https://web.push.apple.com:8443/x',
      'https://web.push.apple.com.evil.example/x',
      'https://evil.example/web.push.apple.com',
      'https://user@web.push.apple.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/x',
      'file:///etc/passwd',
      'push.apple.com',
    ]
    expect(wrong.filter(isPushEndpoint)).toEqual([])
    for (const endpoint of wrong)
      expect((await api.post('/api/notifications/devices', aBrowser(endpoint).body)).status).toBe(400)
    for (const good of [
      'https://web.push.apple.com/x',
      'https://fcm.googleapis.com/fcm/send/x',
      'https://a.notify.windows.com/w',
    ])
      expect([good, isPushEndpoint(good)]).toEqual([good, true])
    const hooks = [
      'https://discord.com/api/webhooks/1/short',
      `https://discord.com.evil.example/api/webhooks/123456789/${'a'.repeat(60)}`,
      `https://evil.example/api/webhooks/123456789/${'a'.repeat(60)}`,
      `${webhook}/../../users/@me`,
      `${webhook}?wait=true`,
      webhook.replace('https', 'http'),
    ]
    expect(hooks.filter(isDiscordWebhook)).toEqual([])
    for (const discordWebhook of hooks) expect((await change(api, { discordWebhook })).status).toBe(400)
    const mine = await api.post('/api/notifications/devices', aBrowser().body)
    const [device] = mine.body['devices'] as { id: string }[]
    const stranger = await server.signIn()
    expect((await stranger.api.delete(`/api/notifications/devices/${device?.id}`)).status).toBe(404)
    expect((await stranger.api.get('/api/notifications/routine')).body['devices']).toEqual([])
    expect((await api.delete(`/api/notifications/devices/${device?.id}`)).body['devices']).toEqual([])
  })

  it('[NOT16] a person has at most ten browsers, also when they are added at once', async () => {
    const { api } = await server.signIn()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.post('/api/notifications/devices', aBrowser().body)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.find(({ status }) => status !== 200)?.body.error_code).toBe('NOTIFICATIONS_DEVICES')
  })
})

describe('Discord', () => {
  it('[NOT17] gets one line with a link, calls nobody, and is forgotten once its webhook is gone', async () => {
    const { api, person } = await server.signIn()
    await choose(api, { discord: true })
    await notify(person.id, { server: '@everyone' })
    expect(await waiting()).toBe(0)
    const saved = await change(api, { discordWebhook: webhook })
    expect(saved.body).toMatchObject({ hasDiscord: true })
    expect(JSON.stringify(saved.body)).not.toContain('webhooks')
    const { rows } = await server.pool.query<{ discord_webhook: string }>(
      'select discord_webhook from notifications.routine',
    )
    expect(rows[0]?.discord_webhook).not.toContain('discord')
    await notify(person.id, { server: '@everyone' })
    const { calls, deliver } = outside(204, 404)
    await deliver()
    expect(calls).toMatchObject([{ url: webhook }])
    expect(JSON.parse(String(calls[0]?.body))).toMatchObject({
      content: expect.stringContaining('http://127.0.0.1:5173/server/1') as unknown,
      allowed_mentions: { parse: [] },
    })
    await notify(person.id)
    await deliver()
    expect((await api.get('/api/notifications/routine')).body).toMatchObject({ hasDiscord: false })
  })
})
