import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { createVisitors } from './testing.ts'

let server: TestServer
let visitors: ReturnType<typeof createVisitors>
let staff: ApiClient
let now = Date.parse('2027-03-01T12:00:00Z')
const DAY = 86_400_000

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  visitors = createVisitors(server)
})
afterAll(() => server.stop())

const view = ['admin.image.reports.view', 'admin.image.reports.list']
const all = [...view, 'admin.image.reports.edit', 'admin.image.reports.delete']
const settings = {
  image_hosting_enabled: true,
  image_reports_hide_after: 3,
  image_reports_appeal_days: 30,
  smtp_enabled: false,
  smtp_host: '',
  smtp_from: '',
}
const mailOn = { smtp_enabled: true, smtp_host: '127.0.0.1', smtp_from: 'a@example.com' }
const set = (values: Partial<Record<keyof typeof settings, unknown>>) =>
  server.server.core.settings.write({ ...settings, ...values })

beforeEach(async () => {
  now += 60_000
  await server.pool.query('delete from kernel.rate')
  await set({})
  staff = (await server.signIn({ permissions: all })).api
})

interface Row {
  readonly id: string
  readonly image: string
  readonly status: string
  readonly notices: number
  readonly hidden: boolean
  readonly thumbnailUrl: string
}
const list = async (query = '') =>
  (await staff.get(`/api/image-reports/reports${query}`)).body['items'] as unknown as Row[]
const reportOf = async (image: string): Promise<Row> => {
  const found = (await list('?limit=100')).find((each) => each.image === image)
  if (!found) throw new Error('the image has no report')
  return found
}
const read = async (id: string, api = staff) =>
  (await api.get(`/api/image-reports/reports/${id}`)).body['report'] as Record<string, unknown>
const decide = (id: string, body: Record<string, unknown>, api = staff) =>
  api.post(`/api/image-reports/reports/${id}/decision`, body)
const removal = {
  decision: 'remove',
  reason: 'copyright',
  ground: 'law',
  facts: 'It shows the cover of a game.',
}

const emailsTo = async (address: string) => {
  const { rows } = await server.pool.query<{ subject: string; paragraphs: string[] }>(
    'select subject, paragraphs from mail.email where address = $1 order by created_at, subject',
    [address],
  )
  return rows
}
const notificationsOf = async (person: string) => {
  const { rows } = await server.pool.query<{ kind: string }>(
    `select kind from notifications.notification where person = $1 and plugin = 'image-reports' order by created_at`,
    [person],
  )
  return rows.map(({ kind }) => kind)
}

const run = async (job: string) => {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'image-reports', job, payload: {} }),
  ])
  const waiting = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*)::integer as count from graphile_worker._private_jobs where payload::text like '%image-reports%'`,
    )
    return rows[0]?.count
  }
  await expect.poll(waiting).toBe(0)
}

describe('the public form', () => {
  it('[REP1] is linked from the page of an image, without scripts and in the language of the visitor', async () => {
    const { image } = await visitors.anImage()
    const page = await visitors.visit(`/i/${image.name}`)
    expect(page.text).toContain(`href="/i/${image.name}/report"`)
    expect(new TextEncoder().encode(page.text).length).toBeLessThanOrEqual(5_120)
    const form = await visitors.visit(`/i/${image.name}/report`)
    expect(form.status).toBe(200)
    expect(form.text).not.toContain('<script')
    expect(form.text).toContain(`${server.config.origin}/i/${image.name}`)
    expect(form.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-/,
    )
    const german = await visitors.visit(`/i/${image.name}/report`, { cookie: 'locale=DE' })
    expect(german.text).toContain('Dieses Bild melden')
    expect((await visitors.visit('/i/AAAAAAAAAA/report')).status).toBe(404)
    expect((await visitors.visit(`/i/${image.name}/other`)).status).toBe(404)
  })

  it.each([
    ['a reason that is none', { reason: 'ugly' }, 'Select a reason.'],
    ['too short an explanation', { details: '  short  ' }, 'Enter an explanation'],
    ['too long an explanation', { details: 'x'.repeat(501) }, 'Enter an explanation'],
    ['an address that is none', { email: 'me@' }, 'Enter a valid email address'],
    ['no good faith', { faith: '' }, 'Confirm that what you wrote'],
  ])('[REP1] refuses %s and keeps what was typed as text', async (_name, fields, said) => {
    const { image } = await visitors.anImage()
    const answer = await visitors.send(image.name, { name: '<b>"Ada"</b>', ...fields })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(said)
    expect(answer.text).toContain('&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;')
    expect(await list()).not.toContainEqual(expect.objectContaining({ image: image.name }))
  })

  it('[REP1] takes a report without an account, and from its own page alone', async () => {
    const { image } = await visitors.anImage()
    expect((await visitors.send(image.name, {}, { origin: 'https://evil.example.com' })).status).toBe(403)
    expect((await visitors.send(image.name)).status).toBe(200)
    expect(await reportOf(image.name)).toMatchObject({ status: 'pending', notices: 1, reason: 'copyright' })
  })

  it('[REP2] answers a receipt number, and mails it where mail is configured', async () => {
    const { image } = await visitors.anImage()
    const quiet = await visitors.send(image.name, { email: 'before@example.net' })
    expect(quiet.receipt).not.toBeNull()
    expect(quiet.text).not.toContain('before@example.net')
    expect(await emailsTo('before@example.net')).toEqual([])
    await set(mailOn)
    const mailed = await visitors.send(image.name, { email: 'ada@example.net' }, { language: 'DE' })
    expect(mailed.text).toContain('ada@example.net')
    const [email, more] = await emailsTo('ada@example.net')
    expect(email?.subject).toBe(`Deine Meldung ${mailed.receipt} ist angekommen`)
    expect(email?.paragraphs.join()).toContain(`/i/${image.name}`)
    expect(more).toBeUndefined()
  })

  it('[REP3] merges what several people say about one image, and counts each of them once', async () => {
    const { image } = await visitors.anImage()
    const first = await visitors.send(image.name, { reason: 'spam' }, { ip: '198.51.100.11' })
    const again = await visitors.send(
      image.name,
      { details: 'Once more, with feeling.' },
      { ip: '198.51.100.11' },
    )
    expect(again.receipt).toBe(first.receipt)
    const other = await visitors.send(image.name, {}, { ip: '198.51.100.12' })
    expect(other.receipt).not.toBe(first.receipt)
    const row = await reportOf(image.name)
    expect(row).toMatchObject({ notices: 2, reason: 'spam' })
    const { entries } = (await read(row.id)) as { entries: { receipt: string }[] }
    expect(entries.map(({ receipt }) => receipt)).toEqual([first.receipt, other.receipt])
    await decide(row.id, { decision: 'keep' })
    await visitors.send(image.name, {}, { ip: '198.51.100.13' })
    expect((await list('?limit=100')).filter((each) => each.image === image.name)).toHaveLength(2)
  })

  it('[REP3] has one report where people report at the same moment', async () => {
    await set({ image_reports_hide_after: 0 })
    const { image } = await visitors.anImage()
    const ips = Array.from({ length: 8 }, (_, index) => `198.51.101.${index}`)
    const answers = await Promise.all(ips.map((ip) => visitors.send(image.name, {}, { ip })))
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(8)
    expect((await list('?limit=100')).filter((each) => each.image === image.name)).toMatchObject([
      { notices: 8 },
    ])
  })

  it('[REP4] takes ten reports an hour from one network, and twenty a day for one address', async () => {
    await set({ image_reports_hide_after: 0 })
    const owner = await server.signIn()
    const { image } = await visitors.anImage(owner)
    for (let count = 0; count < 10; count++)
      expect((await visitors.send(image.name, {}, { ip: `2001:db8:0:7::${count}` })).status).toBe(200)
    const refused = await visitors.send(image.name, {}, { ip: '2001:db8:0:7::ffff' })
    expect([refused.status, refused.receipt]).toEqual([429, null])
    expect((await visitors.send(image.name, {}, { ip: '2001:db8:0:8::1' })).status).toBe(200)
    const mailed = (count: number) =>
      visitors.send(image.name, { email: 'Flood@example.net' }, { ip: `203.0.113.${count}` })
    for (let count = 0; count < 20; count++) expect((await mailed(count)).status).toBe(200)
    expect((await mailed(30)).status).toBe(429)
  })
})

describe('hiding until reviewed', () => {
  const report = async (image: string, from: number, times: number) => {
    for (let count = 0; count < times; count++)
      await visitors.send(image, {}, { ip: `192.0.2.${from + count}` })
  }

  it('[REP5] hides an image from everybody at the third report, and tells its uploader', async () => {
    await set(mailOn)
    const { person, image, api } = await visitors.anImage()
    await report(image.name, 0, 2)
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)
    await report(image.name, 2, 1)
    for (const address of [`/i/${image.name}`, image.rawUrl, image.thumbnailUrl])
      expect([address, (await visitors.visit(address)).status]).toEqual([address, 404])
    expect(await reportOf(image.name)).toMatchObject({ hidden: true, status: 'pending' })
    expect(await notificationsOf(person.id)).toEqual(['withheld'])
    expect((await emailsTo(person.email))[0]?.paragraphs.join()).toContain('automatically')
    const own = (await api.get('/api/image-hosting/images')).body['items']
    expect(own).toMatchObject([{ name: image.name, underReview: true }])
  })

  it('[REP5] [IMG13] keeps it hidden though its owner deletes and restores it', async () => {
    const { image, api } = await visitors.anImage()
    await report(image.name, 10, 3)
    const names = [image.name]
    expect((await api.post('/api/image-hosting/images/delete', { names })).body).toMatchObject({ deleted: 1 })
    expect((await api.post('/api/image-hosting/images/restore', { names })).body).toMatchObject({
      restored: 1,
    })
    expect((await visitors.visit(image.rawUrl)).status).toBe(404)
    await decide((await reportOf(image.name)).id, { decision: 'keep' })
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)
  })

  it('[REP5] hides nothing by itself with 0, once staff kept it, or for those who are mostly wrong', async () => {
    await set({ image_reports_hide_after: 0 })
    const { image } = await visitors.anImage()
    await report(image.name, 20, 4)
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)
    await set({ image_reports_hide_after: 2 })
    await decide((await reportOf(image.name)).id, { decision: 'keep' })
    await report(image.name, 24, 3)
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)

    await set({ image_reports_hide_after: 0 })
    const second = (await visitors.anImage()).image
    await report(second.name, 20, 4)
    await decide((await reportOf(second.name)).id, { decision: 'keep' })
    await set({ image_reports_hide_after: 2 })
    const third = (await visitors.anImage()).image
    await report(third.name, 20, 4)
    expect((await visitors.visit(third.rawUrl)).status).toBe(200)
    await report(third.name, 40, 2)
    expect((await visitors.visit(third.rawUrl)).status).toBe(404)
  })
})

describe('staff', () => {
  it('[REP6] list, filter and count reports, and see the picture, each with the permission alone', async () => {
    const { image, api: owner } = await visitors.anImage()
    await visitors.send(
      image.name,
      { reason: 'violence', name: 'Ada', email: 'ada@example.net' },
      { ip: '198.51.100.77' },
    )
    const row = await reportOf(image.name)
    expect((await list('?filter=reason:violence')).map(({ id }) => id)).toEqual([row.id])
    expect((await list('?filter=status:resolved')).map(({ id }) => id)).not.toContain(row.id)
    expect((await staff.get('/api/image-reports/counts')).body['pending']).toBeGreaterThan(0)
    expect(await read(row.id)).toMatchObject({
      owner: { username: expect.any(String) },
      entries: [{ name: 'Ada', email: 'ada@example.net', ip: '198.51.100.77', reason: 'violence' }],
    })
    const picture = (api: ApiClient) => api.get(row.thumbnailUrl)
    for (const api of [owner, visitors.anonymous()])
      for (const path of [
        row.thumbnailUrl,
        '/api/image-reports/reports',
        `/api/image-reports/reports/${row.id}`,
      ])
        expect([401, 403]).toContain((await api.get(path)).status)
    const viewer = (await server.signIn({ permissions: view })).api
    expect((await decide(row.id, { decision: 'keep' }, viewer)).status).toBe(403)
    expect((await viewer.delete(`/api/image-reports/reports/${row.id}`)).status).toBe(403)
    await decide(row.id, removal)
    const { headers, status } = await picture(viewer)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
  })

  it('[REP7] remove an image with every variant, block it, and tell everybody why in their language', async () => {
    await set(mailOn)
    const { person, image, api } = await visitors.anImage(undefined, { color: '#112233' })
    const users = server.server.core.services.find(Users)
    await users?.savePreferences(person.id, { locale: 'DE' })
    await visitors.send(image.name, { email: 'rep7@example.net' })
    const { id } = await reportOf(image.name)
    expect((await decide(id, removal)).body).toMatchObject({ status: 'resolved' })
    const web = image.rawUrl.replace(/picture\.\w+$/, 'web.webp')
    for (const address of [`/i/${image.name}`, image.rawUrl, image.thumbnailUrl, web])
      expect([address, (await visitors.visit(address)).status]).toEqual([address, 404])
    const again = await visitors.upload((await server.signIn()).api, { color: '#112233' })
    expect(again.body['error_code']).toBe('IMAGE_HOSTING_BLOCKED')
    expect((await api.get('/api/image-hosting/images')).body['items']).toEqual([])
    expect((await api.post('/api/image-hosting/images/restore', { names: [image.name] })).body).toMatchObject(
      {
        restored: 0,
      },
    )
    expect(await notificationsOf(person.id)).toEqual(['removed'])
    const [statement] = await emailsTo(person.email)
    expect(statement?.subject).toBe('Dein Bild „castle.png“ wurde entfernt')
    expect(statement?.paragraphs.join('\n')).toMatch(
      /gesetzwidrig.*fremdes Werk.*It shows the cover of a game/,
    )
    expect(statement?.paragraphs.join('\n')).toContain('31. März 2027')
    expect((await emailsTo('rep7@example.net')).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('We removed the image'),
    )
  })

  it('[REP7] decide once, and never about their own image', async () => {
    const own = await server.signIn({ permissions: all })
    const { image } = await visitors.anImage(own)
    await visitors.send(image.name)
    const { id } = await reportOf(image.name)
    expect((await decide(id, { decision: 'keep' }, own.api)).body.error_code).toBe('IMAGE_REPORTS_OWN')
    const answers = await Promise.all([decide(id, removal), decide(id, { decision: 'keep' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await decide(id, { decision: 'keep' })).body.error_code).toBe('IMAGE_REPORTS_DECIDED')
    expect((await decide(id, { decision: 'uphold' })).body.error_code).toBe('IMAGE_REPORTS_DECIDED')
  })

  it('[REP8] keep an image: a hidden one is shown again, and who reported it learns of it', async () => {
    await set({ ...mailOn, image_reports_hide_after: 1 })
    const { person, image } = await visitors.anImage()
    await visitors.send(image.name, { email: 'rep8@example.net' }, { ip: '192.0.2.200' })
    expect((await visitors.visit(image.rawUrl)).status).toBe(404)
    const { id } = await reportOf(image.name)
    now += 1_000
    expect((await decide(id, { decision: 'keep' })).body).toMatchObject({ status: 'dismissed' })
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)
    expect(await notificationsOf(person.id)).toEqual(['withheld', 'restored'])
    expect((await emailsTo('rep8@example.net')).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^We decided on your report IR-/),
    )
  })

  it('[REP12] write notes, and delete dismissed reports alone; the audit log has what they did', async () => {
    const { person, image } = await visitors.anImage()
    await visitors.send(image.name)
    const { id } = await reportOf(image.name)
    const path = `/api/image-reports/reports/${id}`
    await staff.patch(path, { notes: 'Asked legal.', status: 'reviewed' })
    expect(await read(id)).toMatchObject({ notes: 'Asked legal.', status: 'reviewed' })
    expect((await staff.delete(path)).body.error_code).toBe('IMAGE_REPORTS_OPEN')
    await decide(id, removal)
    expect((await staff.delete(path)).body.error_code).toBe('IMAGE_REPORTS_OPEN')
    expect((await staff.patch(path, { status: 'pending' })).body.error_code).toBe('IMAGE_REPORTS_DECIDED')
    await decide(id, { decision: 'restore' })
    expect((await staff.delete(path)).status).toBe(200)
    expect((await staff.get(path)).status).toBe(404)
    const { rows } = await server.pool.query<{ action: string }>(
      `select action from kernel.audit where target = $1 and action like 'image-reports:%' order by id`,
      [person.id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'image-reports:removed',
      'image-reports:restored',
      'image-reports:deleted',
    ])
  })

  it('[REP13] read numbers that count each event in its month', async () => {
    const numbers = async (month: string) => {
      const { body } = await staff.get('/api/image-reports/numbers')
      return (body['months'] as { month: string }[]).find((each) => each.month === month)
    }
    now = Date.parse('2028-01-31T22:00:00Z')
    staff = (await server.signIn({ permissions: all })).api
    const [first, second] = [(await visitors.anImage()).image, (await visitors.anImage()).image]
    await visitors.send(first.name, {}, { ip: '198.51.100.31' })
    await visitors.send(first.name, {}, { ip: '198.51.100.32' })
    await visitors.send(second.name)
    now = Date.parse('2028-02-01T02:00:00Z')
    staff = (await server.signIn({ permissions: all })).api
    await decide((await reportOf(first.name)).id, removal)
    await decide((await reportOf(second.name)).id, { decision: 'keep' })
    await decide((await reportOf(first.name)).id, { decision: 'restore' })
    expect(await numbers('2028-01-01')).toMatchObject({
      notices: 3,
      images: 2,
      removed: 0,
      kept: 0,
      hours: null,
    })
    expect(await numbers('2028-02-01')).toMatchObject({
      notices: 0,
      removed: 1,
      kept: 1,
      restored: 1,
      hours: 4,
    })
  })
})

describe('the uploader', () => {
  const removed = async () => {
    const found = await visitors.anImage()
    await visitors.send(found.image.name)
    const { id } = await reportOf(found.image.name)
    await decide(id, removal)
    return { ...found, id }
  }
  const appeal = (api: ApiClient, id: string, text = 'The cover is my own work.') =>
    api.post(`/api/image-reports/own-decisions/${id}/appeal`, { text })
  const own = async (api: ApiClient) => (await api.get('/api/image-reports/own-decisions')).body['decisions']

  it('[REP9] sees the own decisions alone, and appeals once', async () => {
    const [{ api, id }, { api: other }] = [await removed(), await removed()]
    expect(await own(api)).toMatchObject([{ id, ground: 'law', facts: removal.facts, appealable: true }])
    expect(await own(other)).not.toContainEqual(expect.objectContaining({ id }))
    expect((await appeal(other, id)).status).toBe(404)
    expect((await appeal(api, id, 'short')).status).toBe(400)
    expect((await appeal(api, id)).status).toBe(200)
    expect((await appeal(api, id)).body.error_code).toBe('IMAGE_REPORTS_APPEALED')
    expect(await read(id)).toMatchObject({ appealed: true, appeal: { text: 'The cover is my own work.' } })
    expect((await staff.get('/api/image-reports/counts')).body['appeals']).toBeGreaterThan(0)
  })

  it('[REP9] appeals in time only', async () => {
    const { person, id } = await removed()
    now += 30 * DAY + 1_000
    const api = await server.signInAgain(person.id)
    expect(await own(api)).toMatchObject([{ appealable: false }])
    expect((await appeal(api, id)).body.error_code).toBe('IMAGE_REPORTS_TOO_LATE')
  })

  it('[REP10] gets the image back, and everybody may upload it again', async () => {
    const { person, image, api, id } = await removed()
    await appeal(api, id)
    now += 1_000
    expect((await decide(id, { decision: 'restore' })).body).toMatchObject({ status: 'dismissed' })
    expect((await visitors.visit(image.rawUrl)).status).toBe(200)
    expect((await api.get('/api/image-hosting/images')).body['items']).toMatchObject([{ name: image.name }])
    const { rows } = await server.pool.query('select from image_reports.block where report_id = $1', [id])
    expect(rows).toEqual([])
    expect(await notificationsOf(person.id)).toEqual(['removed', 'restored'])
    expect(await own(api)).toEqual([])
  })

  it('[REP10] learns that an appeal was declined; the image stays removed', async () => {
    const { person, image, api, id } = await removed()
    await appeal(api, id)
    now += 1_000
    expect((await decide(id, { decision: 'uphold' })).status).toBe(200)
    expect((await visitors.visit(image.rawUrl)).status).toBe(404)
    expect(await own(api)).toMatchObject([{ upheld: true, appealable: false }])
    expect(await notificationsOf(person.id)).toEqual(['removed', 'upheld'])
    expect((await decide(id, { decision: 'uphold' })).body.error_code).toBe('IMAGE_REPORTS_DECIDED')
  })

  it('[REP14] is no longer named once the account is erased', async () => {
    const { person, id } = await removed()
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
    const named = async () => (await read(id))['owner']
    await expect.poll(named).toBeNull()
    expect(JSON.stringify(await read(id))).not.toContain('castle')
  })
})

it('[REP11] a removed image is deleted after the days to appeal, unless an appeal is open', async () => {
  const pictures = async (name: string) => {
    const { rows } = await server.pool.query('select from image_hosting.image where name = $1', [name])
    return rows.length
  }
  const make = async () => {
    const found = await visitors.anImage()
    await visitors.send(found.image.name, { name: 'Ada', email: 'ada@example.net' })
    const { id } = await reportOf(found.image.name)
    await decide(id, removal)
    return { ...found, id }
  }
  const [plain, appealed] = [await make(), await make()]
  const text = 'The cover is my own work.'
  await appealed.api.post(`/api/image-reports/own-decisions/${appealed.id}/appeal`, { text })
  await server.server.core.settings.write({ image_reports_keep_address_days: 60 })
  now += 29 * DAY
  await run('clean-up')
  expect(await pictures(plain.image.name)).toBe(1)
  now += 2 * DAY
  await run('clean-up')
  expect([await pictures(plain.image.name), await pictures(appealed.image.name)]).toEqual([0, 1])
  staff = (await server.signIn({ permissions: all })).api
  expect(await read(plain.id)).toMatchObject({ entries: [{ ip: expect.any(String), name: 'Ada' }] })
  await server.server.core.settings.write({
    image_reports_keep_address_days: 30,
    image_reports_keep_name_days: 40,
  })
  await run('clean-up')
  expect(await read(plain.id)).toMatchObject({
    restorable: false,
    thumbnailUrl: null,
    entries: [{ ip: null, name: 'Ada' }],
  })
  expect((await decide(plain.id, { decision: 'restore' })).status).toBe(200)
  now += 10 * DAY
  await run('clean-up')
  staff = (await server.signIn({ permissions: all })).api
  expect(await read(plain.id)).toMatchObject({ entries: [{ name: null, email: null }] })
})

it('[REP16] image hosting loses the link and page with the plugin; reports can be decided without image hosting', async () => {
  const { image } = await visitors.anImage()
  await visitors.send(image.name)
  const { id } = await reportOf(image.name)
  const { plugins } = server.server
  const turn = (plugin: string, on: boolean) =>
    on ? plugins.enable(plugin, null) : plugins.disable(plugin, null)
  await turn('image-reports', false)
  const page = await visitors.visit(`/i/${image.name}`)
  expect([page.status, page.text.includes('/report')]).toEqual([200, false])
  expect((await visitors.visit(`/i/${image.name}/report`)).status).toBe(404)
  await turn('image-reports', true)
  await turn('image-hosting', false)
  expect((await decide(id, removal)).status).toBe(200)
  expect((await visitors.visit(image.rawUrl)).status).toBe(404)
  await turn('image-hosting', true)
  expect((await visitors.visit(`/i/${image.name}`)).status).toBe(404)
})
