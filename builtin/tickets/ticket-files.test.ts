import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { hostileFiles, PAYLOAD } from '../pictures/testing/hostile-files.ts'
import { aPicture } from '../pictures/testing.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let agent: Person
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
// The clock moves on past the end of older sessions.
beforeEach(async () => {
  agent = await signInAgent()
})
afterAll(() => server.stop())

const signInAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
type Person = Awaited<ReturnType<TestServer['signIn']>>
type Api = Person['api']
interface Shown {
  id: string
  name: string
  kind: string
}

const log = (text = '[12:00:01] [main/INFO]: Loading for game Minecraft') => Buffer.from(text)
const formOf = (bytes: Uint8Array, name: string, ticket?: string) => {
  const form = new FormData()
  if (ticket !== undefined) form.append('ticket', ticket)
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  return form
}
const upload = (api: Api, bytes: Uint8Array = log(), name = 'latest.log', ticket?: string) =>
  api.post('/api/tickets/files', formOf(bytes, name, ticket))
const uploadAsStaff = (api: Api, ticket: string, bytes: Uint8Array = log()) =>
  api.post('/api/tickets/queue/files', formOf(bytes, 'latest.log', ticket))
const idOf = ({ body }: Awaited<ReturnType<typeof upload>>) => String(body['id'])
const open = async (api: Api, over: object = {}) => {
  const { status, body } = await api.post('/api/tickets', aTicket(over))
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['id'])
}
const reply = (api: Api, id: string, files: readonly string[]) =>
  api.post(`/api/tickets/${id}/replies`, { body: 'Here it is.', files, requestKey: randomUUID() })
const answer = (id: string, over: object) => agent.api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
const filesOf = async (api: Api, path: string) =>
  ((await api.get(path)).body['messages'] as { files: Shown[] }[]).map(({ files }) => files)
const own = (id: string, variant = 'file') =>
  `/api/tickets/files/${id}${variant === 'file' ? '' : '?thumbnail'}`
const desk = (id: string, variant = 'file') =>
  `/api/tickets/queue/files/${id}${variant === 'file' ? '' : '?thumbnail'}`
const statuses = (apis: readonly Api[], path: string) =>
  Promise.all(apis.map(async (api) => (await api.get(path)).status))
const hold = (seconds: number) => server.server.core.settings.write({ tickets_undo_seconds: seconds })
/** Pictures and blobs of files of tickets. */
const bytesLeft = async () => {
  const { rows } = await server.pool.query<{ left: number }>(
    `select (select count(*) from kernel.blob where scope = 'tickets')
       + (select count(*) from pictures.picture where purpose = 'tickets') as left`,
  )
  return Number(rows[0]?.left)
}
/** Runs the job and waits until it has removed what it is given here. */
const cleanUp = async () => {
  await server.pool.query(`insert into tickets.leftover (id, due_at) values (gen_random_uuid(), now())`)
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'tickets', job: 'remove-files', payload: {} }),
  ])
  await until('the job has run', async () => {
    const { rows } = await server.pool.query(
      'select 1 from tickets.leftover where picture_id is null and due_at <= now()',
    )
    return rows.length === 0
  })
}

describe('an attachment', () => {
  it('[TIC23] is a picture encoded anew or a text; everything else is refused', async () => {
    let [{ api }, count] = [await server.signIn(), 0]
    for (const { name, bytes, expected } of await hostileFiles()) {
      // A person may upload sixty a minute.
      count += 1
      if (count % 50 === 0) ({ api } = await server.signIn())
      const sent = await upload(api, bytes, `${name}.png`)
      if (sent.status !== 200) {
        expect([name, expected]).not.toEqual([name, 'ok'])
        expect([name, sent.body.error_code]).toEqual([
          name,
          expect.stringMatching(/^TICKETS_FILE_(TYPE|SIZE)$/),
        ])
        continue
      }
      const got = await fetch(server.url + own(idOf(sent)), { headers: { cookie: cookieOf(api) } })
      const isPicture = sent.body['kind'] === 'picture'
      expect([name, isPicture]).toEqual([name, expected === 'ok'])
      const type = isPicture ? /^image\/(png|jpeg|gif|webp)$/ : /^text\/plain; charset=utf-8$/
      expect([name, got.headers.get('content-type')]).toEqual([name, expect.stringMatching(type)])
      if (isPicture) expect([name, (await got.text()).includes(PAYLOAD)]).toEqual([name, false])
      else expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*\.txt"/)
      await api.delete(`/api/tickets/files/${idOf(sent)}`)
    }
  })

  it('[TIC23] of text is only downloaded, with a name that no program runs', async () => {
    const { api } = await server.signIn()
    const script = await upload(api, log('<script>alert(1)</script>'), '../../evil\u202e.html')
    expect(script.body).toMatchObject({ kind: 'text', name: 'evil.html.txt' })
    const { headers, body } = await api.get(own(idOf(script)))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="evil.html.txt"; filename*=UTF-8''evil.html.txt`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(body['text']).toBe('<script>alert(1)</script>')
    const packed = await upload(api, gzipSync(log('Größe')), '2027-03-01-1.log.gz')
    expect(packed.body).toMatchObject({ name: '2027-03-01-1.log' })
    expect((await api.get(own(idOf(packed)))).body['text']).toBe('Größe')
    const old = await upload(api, Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]), 'old.txt')
    expect((await api.get(own(idOf(old)))).body['text']).toBe('Größe')
  })

  it('[TIC23] has a limit, also unpacked', async () => {
    const { api } = await server.signIn()
    const large = Buffer.alloc(2_097_153, 'a')
    expect((await upload(api, large)).body.error_code).toBe('TICKETS_FILE_SIZE')
    expect((await upload(api, gzipSync(large), 'a.log.gz')).body.error_code).toBe('TICKETS_FILE_SIZE')
    expect((await upload(api, Buffer.from('a\u0000b'))).body.error_code).toBe('TICKETS_FILE_TYPE')
    expect((await upload(api, gzipSync(Buffer.from('a\u0000b')))).body.error_code).toBe('TICKETS_FILE_TYPE')
    expect((await upload(api, Buffer.from(' \n'))).body.error_code).toBe('TICKETS_FILE_TYPE')
    // Each of these signs of Windows takes two bytes of UTF-8.
    expect((await upload(api, Buffer.alloc(1_200_000, 0xf6))).body.error_code).toBe('TICKETS_FILE_SIZE')
    expect((await upload(api, large.subarray(1))).status).toBe(200)
  })

  it('[TIC24] is read by its uploader, then by the people of the ticket, and by nobody else', async () => {
    const [customer, stranger] = [await server.signIn(), await server.signIn()]
    const picture = idOf(await upload(customer.api, await aPicture(), 'shot.png'))
    const apis = [customer.api, stranger.api, agent.api]
    expect(await statuses(apis, own(picture))).toEqual([200, 404, 404])
    expect(await statuses(apis, desk(picture))).toEqual([403, 403, 404])
    const id = await open(customer.api, { files: [picture] })
    for (const variant of ['file', 'thumbnail']) {
      expect(await statuses(apis, own(picture, variant))).toEqual([200, 404, 404])
      expect(await statuses(apis, desk(picture, variant))).toEqual([403, 403, 200])
    }
    expect(await filesOf(customer.api, `/api/tickets/${id}`)).toMatchObject([
      [{ id: picture, name: 'shot.png' }],
    ])
    expect(await filesOf(agent.api, `/api/tickets/queue/${id}`)).toMatchObject([[{ id: picture }]])
    // The service for public pictures does not serve it either.
    const { rows } = await server.pool.query<{ id: string; hidden: boolean }>(
      `select p.id, p.hidden from pictures.picture p join tickets.attachment a on a.picture_id = p.id where a.id = $1`,
      [picture],
    )
    expect(rows).toMatchObject([{ hidden: true }])
    expect((await stranger.api.get(`/api/pictures/${rows[0]?.id}/picture.png`)).status).toBe(404)
    await server.server.core.settings.write({ allow_tickets: false })
    expect(await statuses(apis, own(picture))).toEqual([404, 404, 404])
    await server.server.core.settings.write({ allow_tickets: true })
  })

  it('[TIC24] of a note is never the customer’s, of a reply not before it is sent', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    await hold(0)
    const noted = idOf(await uploadAsStaff(agent.api, id))
    expect((await agent.api.get(desk(noted))).status).toBe(200)
    await answer(id, { internal: true, files: [noted] })
    await hold(60)
    const held = idOf(await uploadAsStaff(agent.api, id))
    const { body } = await answer(id, { files: [held] })
    for (const file of [noted, held]) {
      expect(await statuses([customer.api], own(file))).toEqual([404])
      expect(await statuses([agent.api], desk(file))).toEqual([200])
    }
    await agent.api.delete(`/api/tickets/queue/${id}/replies/${String(body['id'])}`)
    const waiting = (await agent.api.get(`/api/tickets/draft?ticket=${id}`)).body['files']
    expect(waiting).toMatchObject([{ id: held }])
    await hold(0)
    await answer(id, { files: [held] })
    expect(await statuses([customer.api], own(held))).toEqual([200])
  })

  it('[TIC25] is sent once, by its uploader, in the ticket that it was uploaded for', async () => {
    const [customer, stranger] = [await server.signIn(), await server.signIn()]
    const [id, other] = [await open(customer.api), await open(customer.api)]
    const foreign = await open(stranger.api)
    const file = idOf(await upload(customer.api, log(), 'a.log', id))
    expect((await upload(customer.api, log(), 'a.log', foreign)).status).toBe(404)
    expect((await upload(customer.api, log(), 'a.log', 'x')).status).toBe(404)
    expect((await uploadAsStaff(agent.api, randomUUID())).status).toBe(404)
    expect((await stranger.api.delete(`/api/tickets/files/${file}`)).status).toBe(404)
    expect((await reply(stranger.api, foreign, [file])).body.error_code).toBe('TICKETS_FILES')
    expect((await reply(customer.api, other, [file])).body.error_code).toBe('TICKETS_FILES')
    expect((await answer(id, { files: [file] })).body.error_code).toBe('TICKETS_FILES')
    expect((await reply(customer.api, id, [file])).status).toBe(200)
    expect((await reply(customer.api, id, [file])).body.error_code).toBe('TICKETS_FILES')
    expect((await customer.api.delete(`/api/tickets/files/${file}`)).status).toBe(404)
    expect(
      (
        await reply(
          customer.api,
          id,
          Array.from({ length: 11 }, () => randomUUID()),
        )
      ).status,
    ).toBe(400)
  })

  it('[TIC25] waits for at most thirty others, and a hundred of one day', async () => {
    const { api, person } = await server.signIn()
    const fill = (count: number, age: number) =>
      server.pool.query(
        `insert into tickets.attachment (id, owner, name, kind, bytes, created_at)
         select gen_random_uuid(), $1, 'a.log', 'text', 1, $2::timestamptz from generate_series(1, $3)`,
        [person.id, new Date(now - age), count],
      )
    await fill(29, 0)
    const sent = await Promise.all(Array.from({ length: 12 }, () => upload(api)))
    const codes = sent.map(({ body }) => body.error_code ?? 'ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'TICKETS_FILES_UNSENT')).toHaveLength(11)
    await server.pool.query('delete from tickets.attachment where owner = $1', [person.id])
    const id = await open(api)
    await fill(100, 3_600_000)
    await server.pool.query(
      `update tickets.attachment set ticket_id = $2, message_id = (select id from tickets.message where ticket_id = $2)
       where owner = $1`,
      [person.id, id],
    )
    expect((await upload(api)).body.error_code).toBe('TICKETS_FILES_DAILY')
    now += 86_400_000
    expect((await upload(api)).status).toBe(200)
  })

  it('[TIC28] may be a message of its own; without text and file there is none', async () => {
    const customer = await server.signIn()
    await hold(0)
    const first = idOf(await upload(customer.api, log(), 'first.log'))
    const id = await open(customer.api, { body: ' ', files: [first] })
    const second = idOf(await upload(customer.api, log(), 'second.log', id))
    const answered = idOf(await uploadAsStaff(agent.api, id))
    const send = (files: readonly string[]) =>
      customer.api.post(`/api/tickets/${id}/replies`, { body: '', files, requestKey: randomUUID() })
    expect((await send([second])).status).toBe(200)
    expect((await answer(id, { body: '', files: [answered] })).status).toBe(200)
    const { messages } = (await customer.api.get(`/api/tickets/${id}`)).body
    expect(messages).toMatchObject([
      { body: '', files: [{ id: first }] },
      { body: '', files: [{ id: second }] },
      { body: '', files: [{ id: answered }] },
    ])
    const empty = [
      await customer.api.post('/api/tickets', aTicket({ body: '' })),
      await send([]),
      await answer(id, { body: ' ' }),
    ]
    expect(empty.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  it('[TIC26] goes with its ticket, and when it was not sent for a week, its bytes too', async () => {
    await server.pool.query('delete from tickets.attachment')
    await cleanUp()
    await until('earlier files are gone', async () => (await bytesLeft()) === 0)
    const customer = await server.signIn()
    const files = [
      idOf(await upload(customer.api, await aPicture(), 'shot.png')),
      idOf(await upload(customer.api, log('a'), 'a.log')),
    ]
    await open(customer.api, { files })
    const unsent = idOf(await upload(customer.api, log('b'), 'b.log'))
    expect(await bytesLeft()).toBe(3)
    now += 6 * 86_400_000
    await cleanUp()
    expect((await customer.api.get(own(unsent))).status).toBe(200)
    now += 86_400_001
    await cleanUp()
    await until('the unsent file is gone', async () => (await bytesLeft()) === 2)
    expect(await statuses([customer.api], own(unsent))).toEqual([404])
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, customer.person.id))
    await until('its rows are gone', async () => {
      const { rows } = await server.pool.query('select 1 from tickets.attachment where owner = $1', [
        customer.person.id,
      ])
      return rows.length === 0
    })
    const { api } = await signInAgent()
    for (const file of files) expect(await statuses([api], desk(file))).toEqual([404])
    await cleanUp()
    await until('their bytes are gone', async () => (await bytesLeft()) === 0)
  })
})

const cookieOf = ({ jar }: Api) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

it('[TIC25] is part of what a repeated request must send again', async () => {
  await hold(0)
  const { api } = await server.signIn()
  const id = await open(api)
  const [one, two] = [
    idOf(await upload(api, log(), 'a.log', id)),
    idOf(await upload(api, log(), 'b.log', id)),
  ]
  const requestKey = randomUUID()
  const send = (files: readonly string[]) =>
    api.post(`/api/tickets/${id}/replies`, { body: 'Here', files, requestKey })
  expect([(await send([one])).status, (await send([one])).status]).toEqual([200, 200])
  for (const files of [[], [two], [one, two]])
    expect((await send(files)).body.error_code).toBe('TICKETS_KEY_REUSED')
  const own = idOf(await uploadAsStaff(agent.api, id))
  const again = (files: readonly string[]) => answer(id, { requestKey, files })
  expect((await again([own])).status).toBe(200)
  expect((await again([])).body.error_code).toBe('TICKETS_KEY_REUSED')
})
