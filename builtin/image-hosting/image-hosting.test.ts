import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient, Answer } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aPicture } from '../pictures/testing.ts'
import { byteLength, cutBytes, shareXConfig } from './contract/schemas.ts'

let server: TestServer
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => server.stop())

const rules = {
  image_hosting_enabled: true,
  image_hosting_max_file_size: 1,
  image_hosting_storage: 10,
  image_hosting_max_files: 100,
  image_hosting_daily_uploads: 100,
}
const set = (values: Partial<Record<keyof typeof rules, unknown>>) =>
  server.server.core.settings.write({ ...rules, ...values })
beforeEach(() => set({}))

let count = 0
/** Each is another picture. */
const bytesOf = () => {
  count += 1
  return aPicture({ color: `#${(count * 4099).toString(16).padStart(6, '0').slice(-6)}` })
}

const formOf = (bytes: Uint8Array, name = 'shot.png') => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  return form
}

const send = async (path: string, body: FormData, headers: Record<string, string>): Promise<Answer> => {
  const response = await fetch(server.url + path, { method: 'POST', body, headers })
  return {
    status: response.status,
    body: (await response.json()) as Answer['body'],
    headers: response.headers,
  }
}

const cookieOf = ({ jar }: ApiClient) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
const own = (api: ApiClient) => ({
  origin: server.config.origin,
  'sec-fetch-site': 'same-origin',
  cookie: cookieOf(api),
})

const upload = async (api: ApiClient, bytes?: Uint8Array, name?: string) =>
  send('/api/image-hosting/images', formOf(bytes ?? (await bytesOf()), name), own(api))

const listOf = async (api: ApiClient, query = '') => {
  const { body } = await api.get(`/api/image-hosting/images${query}`)
  return body['items'] as { name: string; title: string; uploadedBy: string | null; url: string }[]
}

const pathOf = (url: unknown) => String(url).replace(server.config.origin, '')
const visit = async (url: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + pathOf(url), { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const run = async (job: string) => {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'image-hosting', job, payload: {} }),
  ])
  const waiting = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*)::integer as count from graphile_worker._private_jobs where payload::text like '%image-hosting%'`,
    )
    return rows[0]?.count
  }
  await expect.poll(waiting).toBe(0)
}

describe('uploads', () => {
  it('[IMG1] are listed for their owner alone, by name, size or date, and can be searched', async () => {
    const [{ api }, { api: other }] = [await server.signIn(), await server.signIn()]
    for (const name of ['castle.png', 'C:\\shots\\bridge.png', 'a‮gnp.png']) {
      expect((await upload(api, await bytesOf(), name)).status).toBe(200)
      now += 1_000
    }
    expect((await listOf(api)).map(({ title }) => title)).toEqual(['agnp.png', 'bridge.png', 'castle.png'])
    const byTitle = await listOf(api, '?sort=title&order=asc')
    expect(byTitle.map(({ title }) => title)).toEqual(['agnp.png', 'bridge.png', 'castle.png'])
    expect((await listOf(api, '?search=CAST')).map(({ title }) => title)).toEqual(['castle.png'])
    expect(await listOf(other)).toEqual([])
    const [image] = await listOf(api)
    expect(image?.name).toMatch(/^[0-9A-Za-z]{10}$/)
    const foreign = await other.post('/api/image-hosting/images/delete', { names: [image?.name] })
    expect(foreign.body).toMatchObject({ deleted: 0 })
    expect((await visit(image?.url)).status).toBe(200)
  })

  it('[IMG2] refuse with a code what is no image, too large or switched off', async () => {
    const { api } = await server.signIn()
    expect((await upload(api, Buffer.from('<svg/>'))).body.error_code).toBe('IMAGE_HOSTING_NO_PICTURE')
    expect((await upload(api, Buffer.alloc(0))).body.error_code).toBe('IMAGE_HOSTING_NO_PICTURE')
    // Refused before room is taken: the answer is the size of the file, and not a full storage.
    await set({ image_hosting_storage: 1 })
    const large = Buffer.concat([await bytesOf(), Buffer.alloc(1_048_577)])
    expect((await upload(api, large)).body.error_code).toBe('IMAGE_HOSTING_TOO_LARGE')
    const anonymous = await send(
      '/api/image-hosting/images',
      formOf(await bytesOf()),
      own(server.anonymous()),
    )
    expect(anonymous.status).toBe(401)
    await set({ image_hosting_enabled: false })
    expect((await upload(api)).body.error_code).toBe('FEATURE_OFF')
  })

  it.each([
    ['files', { image_hosting_max_files: 3 }, 'IMAGE_HOSTING_TOO_MANY'],
    ['day', { image_hosting_daily_uploads: 3 }, 'IMAGE_HOSTING_DAILY'],
  ])('[IMG3] at the same moment never pass the quota by %s', async (_name, values, code) => {
    await set(values)
    const { api } = await server.signIn()
    const files = await Promise.all(Array.from({ length: 8 }, bytesOf))
    const answers = await Promise.all(files.map((bytes) => upload(api, bytes)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(answers.flatMap(({ body }) => body.error_code ?? []))).toEqual(new Set([code]))
    expect(await listOf(api)).toHaveLength(3)
  })

  it('[IMG3] at the same moment never pass the quota by bytes, and failed ones take no room', async () => {
    await set({ image_hosting_storage: 1 })
    const { api, person } = await server.signIn()
    const usage = async () =>
      (await api.get('/api/image-hosting/usage')).body as Record<string, { used: number }>
    await upload(api)
    await server.pool.query(`update image_hosting.image set bytes = 1048576 - 900 where owner = $1`, [
      person.id,
    ])
    const files = await Promise.all(Array.from({ length: 6 }, bytesOf))
    const answers = await Promise.all(files.map((bytes) => upload(api, bytes)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(6)
    expect((await usage())['bytes']?.used).toBeLessThanOrEqual(1_048_576)
    const { rows } = await server.pool.query(`select from image_hosting.reservation where owner = $1`, [
      person.id,
    ])
    expect(rows).toEqual([])
  })

  it('[IMG3] of one person are counted one after the other, in whichever process', async () => {
    const { api, person } = await server.signIn()
    const other = await server.pool.connect()
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`image-hosting:${person.id}`])
    const waiting = upload(api)
    const locks = async () => {
      const { rows } = await server.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length
    }
    await expect.poll(locks).toBe(1)
    await other.query('rollback')
    other.release()
    expect((await waiting).status).toBe(200)
  })

  it('[IMG3] that a crash cut hold no room for longer than a quarter of an hour', async () => {
    await set({ image_hosting_max_files: 1 })
    const { api, person } = await server.signIn()
    await server.pool.query(`insert into image_hosting.reservation values (gen_random_uuid(), $1, 100, $2)`, [
      person.id,
      new Date(now),
    ])
    expect((await upload(api)).body.error_code).toBe('IMAGE_HOSTING_TOO_MANY')
    now += 16 * 60_000
    expect((await upload(api)).status).toBe(200)
  })
})

describe('upload keys', () => {
  const createKey = async (api: ApiClient, name = 'Laptop') => {
    const { body } = await api.post('/api/image-hosting/keys', { name })
    return { secret: String(body['secret']), id: (body['key'] as { id: string }).id }
  }
  const byKey = async (secret: string) =>
    send('/api/image-hosting/upload', formOf(await bytesOf()), { authorization: `Bearer ${secret}` })

  it('[IMG4] are shown once, stored hashed, and say when they were used last', async () => {
    const { api, person } = await server.signIn()
    const { secret } = await createKey(api)
    const listed = await api.get('/api/image-hosting/keys')
    expect(JSON.stringify(listed.body)).not.toContain(secret)
    expect(listed.body['keys']).toMatchObject([{ name: 'Laptop', hint: secret.slice(-4), lastUsedAt: null }])
    const { rows } = await server.pool.query(`select * from image_hosting.upload_key where owner = $1`, [
      person.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await byKey(secret)).status).toBe(200)
    expect((await api.get('/api/image-hosting/keys')).body['keys']).toMatchObject([
      { lastUsedAt: new Date(now).toISOString() },
    ])
    expect((await listOf(api))[0]?.uploadedBy).toBe('Laptop')
  })

  it('[IMG4] upload and do nothing else, until they are revoked or their owner is suspended', async () => {
    const [{ api, person }, { api: other }] = [await server.signIn(), await server.signIn()]
    const [first, second] = [await createKey(api), await createKey(api, 'Phone')]
    for (const wrong of ['', 'x'.repeat(36), `${first.secret}x`])
      expect((await byKey(wrong)).body.error_code).toBe('IMAGE_HOSTING_KEY')
    const list = await fetch(`${server.url}/api/image-hosting/images`, {
      headers: { authorization: `Bearer ${first.secret}` },
    })
    expect(list.status).toBe(401)
    expect((await other.delete(`/api/image-hosting/keys/${first.id}`)).status).toBe(404)
    expect((await api.delete(`/api/image-hosting/keys/${first.id}`)).status).toBe(200)
    expect((await byKey(first.secret)).status).toBe(401)
    expect((await byKey(second.secret)).status).toBe(200)
    await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [person.id])
    expect((await byKey(second.secret)).status).toBe(401)
  })

  it('[IMG4] are twenty at most', async () => {
    const { api, person } = await server.signIn()
    await server.pool.query(
      `insert into image_hosting.upload_key (id, owner, name, hash, hint, created_at)
       select gen_random_uuid(), $1::uuid, 'Old', md5(n::text || $1::uuid::text), 'abcd', now() from generate_series(1, 19) n`,
      [person.id],
    )
    const create = () => api.post('/api/image-hosting/keys', { name: 'Key' })
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await create()).body.error_code).toBe('IMAGE_HOSTING_KEYS_FULL')
  })

  it('[IMG5] set ShareX up: it uploads as it does, gets its three links and its error, and deletes', async () => {
    const { api } = await server.signIn()
    const { secret } = await createKey(api, 'ShareX')
    const config = shareXConfig({ name: 'Spawnpoint', origin: server.config.origin, key: secret })
    const { DestinationType, Body, FileFormName, ErrorMessage } = config
    expect([DestinationType, Body, FileFormName]).toEqual(['ImageUploader', 'MultipartFormData', 'file'])
    const boundary = '--------------------8dd9c1b2'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="Discord_aB3.png"\r\nContent-Type: image/png\r\n\r\n`
    const answer = await fetch(server.url + pathOf(config.RequestURL), {
      method: config.RequestMethod,
      headers: {
        ...config.Headers,
        'user-agent': 'ShareX/17.0.0',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Buffer.concat([Buffer.from(head), await bytesOf(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    const body = (await answer.json()) as Record<string, unknown>
    const read = (template: string) => body[/^\{json:(\w+)\}$/.exec(template)?.[1] ?? '']
    expect((await visit(read(config.URL))).status).toBe(200)
    expect((await visit(read(config.ThumbnailURL))).headers.get('content-type')).toBe('image/webp')
    const { text } = await visit(read(config.DeletionURL))
    const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((each) => each.slice(1))
    const headers = { origin: server.config.origin }
    const press = { method: 'POST', headers, body: new URLSearchParams(fields) }
    expect((await fetch(`${server.url}/api/image-hosting/deletions`, press)).status).toBe(200)
    expect((await visit(read(config.URL))).status).toBe(404)
    const refused = await byKey('x'.repeat(30))
    expect(String(refused.body['message'])).toContain('upload key')
    expect(ErrorMessage).toBe('{json:message}')
  })
})

describe('the page of an image', () => {
  const anImage = async (name = 'castle.png') => {
    const { api, person } = await server.signIn()
    const { body } = await upload(api, await bytesOf(), name)
    return { api, person, image: body as Record<string, string> }
  }

  it('[IMG6] is small, runs nothing, and is gone once the image is', async () => {
    const { api, image } = await anImage('<b onmouseover="x">&.png')
    const { status, headers, text } = await visit(image['url'])
    expect(status).toBe(200)
    expect(byteLength(text)).toBeLessThanOrEqual(5_120)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-/)
    // A semicolon behind a rule would make the browser drop the next one.
    expect(/<style>(.*)<\/style>/.exec(text)?.[1]).not.toMatch(/\};/)
    expect(headers.get('set-cookie')).toBe(null)
    expect(text).not.toContain('<b onmouseover')
    expect(text).not.toContain('<script')
    await api.post('/api/image-hosting/images/delete', { names: [image['name']] })
    expect((await visit(image['url'])).status).toBe(404)
    expect((await visit(image['rawUrl'])).status).toBe(404)
    for (const path of ['/i/AAAAAAAAAA', '/i/x', '/i/..%2f..%2fetc'])
      expect([path, (await visit(path)).status]).toEqual([path, 404])
  })

  it('[IMG7] carries the texts of its owner, cut to the bytes that Discord shows', async () => {
    const { api, image } = await anImage(`${'é'.repeat(60)}.png`)
    const description = '😀'.repeat(100)
    const embed = {
      enabled: true,
      siteName: 'Shots of {user}',
      author: '{user}',
      title: '{file}',
      description,
      color: '#ff8800',
    }
    expect((await api.put('/api/image-hosting/embed', embed)).status).toBe(200)
    const { text } = await visit(image['url'])
    const tag = (name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
    expect(byteLength(tag('og:title'))).toBeLessThanOrEqual(67)
    expect(tag('og:title')).toMatch(/^é+…$/)
    expect(byteLength(tag('og:description'))).toBeLessThanOrEqual(347)
    expect(tag('og:description')).toBe(`${'😀'.repeat(86)}…`)
    expect(tag('og:site_name')).toMatch(/^Shots of user/)
    expect([tag('theme-color'), tag('twitter:card')]).toEqual(['#ff8800', 'summary_large_image'])
    expect(tag('og:image')).toBe(image['rawUrl'])
    const oembed = await visit(`/api/image-hosting/oembed/${image['name']}`)
    expect(JSON.parse(oembed.text)).toMatchObject({ author_name: expect.stringMatching(/^user/) })
    await api.put('/api/image-hosting/embed', { ...embed, enabled: false })
    const plain = (await visit(image['url'])).text
    expect([plain.includes('og:title'), plain.includes('og:image')]).toEqual([false, true])
  })

  it('[IMG7] refuses a color that is none, and texts that no chat shows', async () => {
    const { api } = await server.signIn()
    const embed = { enabled: true, siteName: '', author: '', title: '', description: '', color: 'red' }
    expect((await api.put('/api/image-hosting/embed', embed)).status).toBe(400)
    const long = { ...embed, color: '#123456', description: 'x'.repeat(501) }
    expect((await api.put('/api/image-hosting/embed', long)).status).toBe(400)
    expect(cutBytes('short', 67)).toBe('short')
  })

  it('[IMG8] is deleted by its signed link only at the press of the button', async () => {
    const { image } = await anImage()
    const link = String(image['deleteUrl'])
    const shown = await visit(link)
    expect(shown.text).toContain('<form method="post"')
    expect((await visit(image['url'])).status).toBe(200)
    expect((await visit(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404)
    expect((await visit(link.replace(/\?.*/, ''))).status).toBe(404)
    const token = new URL(link).searchParams.get('token') ?? ''
    const press = (given: string, origin = server.config.origin) =>
      fetch(`${server.url}/api/image-hosting/deletions`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ name: String(image['name']), token: given }),
      })
    expect((await press(`${token}x`)).status).toBe(404)
    expect((await press(token, 'https://evil.example.com')).status).toBe(403)
    expect((await visit(image['url'])).status).toBe(200)
    expect((await press(token)).status).toBe(200)
    expect((await visit(image['url'])).status).toBe(404)
  })
})

it('[IMG9] deleted images can be restored for a day, within the quota, and are gone then', async () => {
  await set({ image_hosting_max_files: 1 })
  const { api } = await server.signIn()
  const { body } = await upload(api)
  const names = [body['name']]
  const restore = () => api.post('/api/image-hosting/images/restore', { names })
  await api.post('/api/image-hosting/images/delete', { names })
  expect(await listOf(api)).toEqual([])
  expect(await listOf(api, '?filter=deleted:true')).toHaveLength(1)
  expect((await restore()).body).toMatchObject({ restored: 1 })
  expect((await visit(body['rawUrl'])).status).toBe(200)
  await api.post('/api/image-hosting/images/delete', { names })
  expect((await upload(api)).status).toBe(200)
  expect((await restore()).body.error_code).toBe('IMAGE_HOSTING_TOO_MANY')
  now += 86_000_000
  await run('purge')
  expect(await listOf(api, '?filter=deleted:true')).toHaveLength(1)
  now += 500_000
  await run('purge')
  expect(await listOf(api, '?filter=deleted:true')).toEqual([])
})

it('[IMG10] goes with its account: images, keys and texts', async () => {
  const { api, person } = await server.signIn()
  const { body } = await upload(api)
  await api.post('/api/image-hosting/keys', { name: 'Laptop' })
  const users = server.server.core.services.find(Users)
  await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
  await expect.poll(async () => (await visit(body['url'])).status).toBe(404)
  const left = async () => {
    const { rows } = await server.pool.query(
      `select owner from image_hosting.image where owner = $1
       union all select owner from image_hosting.upload_key where owner = $1`,
      [person.id],
    )
    return rows
  }
  await expect.poll(left).toEqual([])
})
