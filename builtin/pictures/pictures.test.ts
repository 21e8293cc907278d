import { Pictures, type PicturesService, type SavedPicture } from '@spawnpoint/contracts/pictures'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { markRemoving } from './server/picture-queries.ts'
import { hostileFiles, PAYLOAD } from './testing/hostile-files.ts'
import { anAnimation, aPicture } from './testing.ts'

let server: TestServer
let pictures: PicturesService
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  const found = server.server.core.services.find(Pictures)
  if (!found) throw new Error('the plugin is not running')
  pictures = found
})
afterAll(() => server.stop())

const trySave = (bytes: Uint8Array, more: { owner?: string | null; caps?: object } = {}) =>
  pictures.save({ owner: null, purpose: 'tests', bytes, ...more })

async function save(bytes: Uint8Array, more: Parameters<typeof trySave>[1] = {}): Promise<SavedPicture> {
  const result = await trySave(bytes, more)
  if (!result.ok) throw new Error(result.problem)
  return result.picture
}

const orm = () => server.server.core.orm
const fetchFile = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { headers, method })
const bytesOf = async (path: string, accept = '*/*') =>
  Buffer.from(await (await fetchFile(path, { accept })).arrayBuffer())

const countBlobs = async () => {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::integer as count from kernel.blob where scope = 'pictures'`,
  )
  return rows[0]?.count ?? 0
}

async function run(job: string) {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'pictures', job, payload: {} }),
  ])
  const waiting = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*)::integer as count from graphile_worker._private_jobs where payload::text like $1`,
      [`%${job}%`],
    )
    return rows[0]?.count
  }
  await expect.poll(waiting).toBe(0)
}
const cleanUp = () => run('remove-orphans')

it('[PIC1] serves nothing of a hostile file but what it shows, and none of them does harm', async () => {
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThanOrEqual(50)
  for (const { name, bytes, expected } of files) {
    const result = await trySave(bytes)
    expect([name, result.ok ? 'ok' : result.problem]).toEqual([name, expected])
    if (!result.ok) continue
    const { url, webUrl, thumbnailUrl } = result.picture
    for (const path of [url, webUrl, thumbnailUrl]) {
      const served = await bytesOf(path, 'image/webp')
      expect(served.includes(PAYLOAD.slice(8, -9)), name).toBe(false)
      const { exif, icc, xmp, iptc, orientation } = await sharp(served).metadata()
      expect([name, exif, icc, xmp, iptc, orientation]).toEqual([name, ...Array.from({ length: 5 })])
    }
  }
}, 120_000)

it('[PIC1] turns a picture as its camera says before it forgets what the camera said', async () => {
  const turned = await sharp(await aPicture({ width: 40, height: 20 }))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(await save(turned)).toMatchObject({ width: 20, height: 40, type: 'image/jpeg' })
})

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('[PIC1] keeps a %s what it is', async (as) => {
  const saved = await save(await aPicture({ as, width: 33, height: 21 }))
  expect(saved).toMatchObject({ width: 33, height: 21, type: `image/${as}`, animated: false })
  expect((await sharp(await bytesOf(saved.url)).metadata()).format).toBe(as)
  expect((await sharp(await bytesOf(saved.thumbnailUrl)).metadata()).format).toBe('webp')
})

it('[PIC2] refuses what is larger than its caller allows, and shrinks where it asks to', async () => {
  const bytes = await aPicture({ width: 200, height: 100 })
  expect(await trySave(bytes, { caps: { bytes: bytes.length - 1 } })).toEqual({
    ok: false,
    problem: 'too large',
  })
  expect(await trySave(bytes, { caps: { side: 199 } })).toEqual({ ok: false, problem: 'too many pixels' })
  expect(await trySave(bytes, { caps: { pixels: 19_999 } })).toEqual({
    ok: false,
    problem: 'too many pixels',
  })
  expect(await save(bytes, { caps: { fit: 50 } })).toMatchObject({ width: 50, height: 25 })
})

it.each(['gif', 'webp'] as const)('[PIC2] keeps an animation as %s within its frames', async (as) => {
  const bytes = await anAnimation(6, { as })
  const saved = await save(bytes)
  expect(saved).toMatchObject({ animated: true, width: 8, height: 8, type: `image/${as}` })
  expect((await sharp(await bytesOf(saved.url)).metadata()).pages).toBe(6)
  expect(await trySave(bytes, { caps: { frames: 5 } })).toEqual({ ok: false, problem: 'too many frames' })
  expect(await save(bytes, { caps: { frames: 1 } })).toMatchObject({ animated: false })
})

it('[PIC3] serves pictures to everybody for ever, and lets them do nothing', async () => {
  const saved = await save(await aPicture({ color: '#a1b2c3' }))
  const { status, headers } = await fetchFile(saved.url)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-disposition': `inline; filename="${saved.id}.png"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    'content-length': String(saved.bytes),
  })
  expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, null])
  const head = await fetchFile(saved.url, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(saved.bytes),
    '',
  ])
  const known = await fetchFile(saved.url, { 'if-none-match': headers.get('etag') ?? '' })
  expect([known.status, await known.text()]).toEqual([304, ''])
  for (const wrong of [
    saved.url.replace('.png', '.html'),
    saved.url.replace('picture', 'raw'),
    saved.url.replace(saved.id, 'x'.repeat(16)),
  ])
    expect((await fetchFile(wrong)).status).toBe(404)
})

/** A gradient with noise, of which AVIF makes less than WebP does. */
const aPhoto = async () =>
  sharp({
    create: {
      width: 700,
      height: 500,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 120, sigma: 25 },
    },
  })
    .blur(1.5)
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'someone' } })
    .toBuffer()

describe('[PIC9] the address for pages', () => {
  const formats = async (path: string, accept: string) => {
    const { status, headers } = await fetchFile(path, { accept })
    return [status, headers.get('content-type'), headers.get('vary'), headers.get('cache-control')]
  }
  const forEver = 'public, max-age=31536000, immutable'
  const chromium = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'

  it('answers with the smallest format that a browser names, and says to caches that it does', async () => {
    const { webUrl, thumbnailUrl, url } = await save(await aPhoto())
    expect(await formats(webUrl, chromium)).toEqual([200, 'image/webp', 'accept', 'public, max-age=600'])
    await run('make-avif')
    expect(await formats(webUrl, chromium)).toEqual([200, 'image/avif', 'accept', forEver])
    expect(await formats(thumbnailUrl, chromium)).toEqual([200, 'image/avif', 'accept', forEver])
    for (const accept of ['image/webp,*/*', 'image/avif;q=0,image/webp'])
      expect(await formats(webUrl, accept)).toEqual([200, 'image/webp', 'accept', forEver])
    for (const accept of ['*/*', 'image/*', 'image/png', ''])
      expect(await formats(webUrl, accept)).toEqual([200, 'image/jpeg', 'accept', forEver])
    expect(await formats(thumbnailUrl, '*/*')).toEqual([200, 'image/webp', 'accept', forEver])
    expect(await formats(`${webUrl}.webp`, chromium)).toEqual([200, 'image/webp', null, forEver])
    expect(await formats(url, chromium)).toEqual([200, 'image/jpeg', null, forEver])
    const [avif, webp] = [await bytesOf(webUrl, chromium), await bytesOf(webUrl, 'image/webp')]
    expect(avif.length).toBeLessThan(webp.length)
    expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', width: 700, height: 500 })
    expect((await sharp(avif).metadata()).exif).toBe(undefined)
  })

  it('gives each format a tag of its own, so that a cache never mixes two', async () => {
    const { webUrl } = await save(await aPhoto())
    await run('make-avif')
    const tagOf = async (accept: string) => (await fetchFile(webUrl, { accept })).headers.get('etag') ?? ''
    const tags = [await tagOf(chromium), await tagOf('image/webp'), await tagOf('*/*')]
    expect(new Set(tags).size).toBe(3)
    const [avifTag = '', webpTag = ''] = tags
    const known = (tag: string) => fetchFile(webUrl, { accept: chromium, 'if-none-match': tag })
    expect([(await known(avifTag)).status, (await known(webpTag)).status]).toEqual([304, 200])
    expect((await known(avifTag)).headers.get('vary')).toBe('accept')
  })

  it('stays WebP where AVIF is no smaller, and leaves nothing of AVIF behind', async () => {
    const { id, webUrl, thumbnailUrl } = await save(await aPicture({ color: '#0b0b0b', width: 8, height: 8 }))
    await run('make-avif')
    expect(await formats(thumbnailUrl, chromium)).toEqual([200, 'image/webp', 'accept', forEver])
    expect(await formats(webUrl, chromium)).toEqual([200, 'image/webp', 'accept', forEver])
    const photo = await save(await aPhoto())
    await run('make-avif')
    await pictures.remove(orm(), [id, photo.id])
    now += 3_600_000
    await cleanUp()
    expect(await blobsOf(photo.hash)).toBe(0)
    const { rows } = await server.pool.query(
      `select from kernel.blob b where scope = 'pictures'
       and not exists (select from pictures.content c where starts_with(b.id, c.id::text))`,
    )
    expect(rows).toEqual([])
  })

  it('is tried again after a crash between the bytes and the row', async () => {
    const { hash, webUrl } = await save(await aPhoto())
    await server.pool.query(
      `insert into kernel.blob (scope, id, type, bytes)
       select 'pictures', id || '.web-avif', 'image/avif', '\\x00' from pictures.content where hash = $1`,
      [hash],
    )
    await run('make-avif')
    expect((await bytesOf(webUrl, chromium)).length).toBeGreaterThan(1)
    expect(await formats(webUrl, chromium)).toEqual([200, 'image/avif', 'accept', forEver])
  })
})

it.each([
  ['bytes=0-3', 206, 0, 4],
  ['bytes=10-', 206, 10, undefined],
  ['bytes=-5', 206, -5, undefined],
  ['bytes=5-999999', 206, 5, undefined],
  ['bytes=0-1,4-5', 200, 0, undefined],
  ['lines=1-2', 200, 0, undefined],
  ['bytes=3-1', 200, 0, undefined],
])('[PIC3] answers the range %s with %i', async (range, status, from, to) => {
  const { url } = await save(await aPicture({ color: '#a1b2c3' }))
  const whole = await bytesOf(url)
  const answer = await fetchFile(url, { range })
  expect(answer.status).toBe(status)
  expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from, to))).toBe(true)
  const changed = await fetchFile(url, { range, 'if-range': '"another"' })
  expect(changed.status).toBe(200)
})

it('[PIC3] refuses a range behind the end', async () => {
  const { url, bytes } = await save(await aPicture({ color: '#a1b2c3' }))
  const answer = await fetchFile(url, { range: `bytes=${bytes}-` })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
})

const blobsOf = async (hash: string) => {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::integer as count from kernel.blob b
     join pictures.content c on starts_with(b.id, c.id::text) where c.hash = $1`,
    [hash],
  )
  return rows[0]?.count ?? 0
}

it('[PIC4] stores the same picture once, and its bytes until the last of them goes', async () => {
  const bytes = await aPicture({ color: '#0f0f0f' })
  const twins = await Promise.all(Array.from({ length: 4 }, () => save(bytes)))
  const [{ hash, url }] = twins as [SavedPicture]
  const [last = '', ...others] = twins.map(({ id }) => id)
  expect(new Set(twins.map((each) => each.hash)).size).toBe(1)
  expect(new Set([last, ...others]).size).toBe(4)
  await pictures.keep(orm(), [last, ...others], null)
  now += 3_600_000
  await cleanUp()
  const again = await save(bytes)
  await pictures.remove(orm(), [again.id])
  const contents = await server.pool.query(`select from pictures.content where hash = $1`, [hash])
  expect(contents.rowCount).toBe(1)
  const stored = await blobsOf(hash)
  expect([2, 3, 4, 5]).toContain(stored)
  await pictures.remove(orm(), others)
  await cleanUp()
  expect(await blobsOf(hash)).toBe(stored)
  expect((await fetchFile(url)).status).toBe(200)
  await pictures.remove(orm(), [last])
  expect((await fetchFile(url)).status).toBe(404)
  const before = await countBlobs()
  await cleanUp()
  expect(await countBlobs()).toBe(before - stored)
  const { rows } = await server.pool.query(`select from pictures.content where hash = $1`, [hash])
  expect(rows).toEqual([])
})

it('[PIC4] takes what another process finished storing at the same moment', async () => {
  const bytes = await aPicture({ color: '#0d0d0d' })
  const { id, hash } = await save(bytes)
  await pictures.remove(orm(), [id])
  now += 3_600_000
  await cleanUp()
  const other = randomUUID()
  await server.pool.query(
    `insert into pictures.content (id, hash, likeness, state, type, width, height, bytes, animated, has_web, changed_at)
     values ($1, $2, repeat('0', 16), 'storing', 'image/png', 1, 1, 1, false, false, $3)`,
    [other, hash, new Date(now)],
  )
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query(`update pictures.content set state = 'stored' where id = $1`, [other])
    const saving = save(bytes)
    const isWaiting = async () =>
      (
        await server.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await expect.poll(isWaiting).toBe(1)
    await client.query('commit')
    const saved = await saving
    const { rows } = await server.pool.query('select content_id from pictures.picture where id = $1', [
      saved.id,
    ])
    expect(rows).toEqual([{ content_id: other }])
  } finally {
    client.release()
  }
})

it('[PIC4] keeps bytes that came into use again before they were removed', async () => {
  const { hash } = await save(await aPicture({ color: '#0e0e0e' }))
  const { rows } = await server.pool.query<{ id: string }>(
    `select id from pictures.content where hash = $1`,
    [hash],
  )
  const id = rows[0]?.id ?? ''
  expect(await orm().transaction((tx) => markRemoving(tx, id))).toBe(false)
})

it('[PIC5] removes what nobody kept within an hour, and keeps what somebody did', async () => {
  const [kept, unkept] = [
    await save(await aPicture({ color: '#111' })),
    await save(await aPicture({ color: '#222' })),
  ]
  const stranger = await server.signIn()
  expect(await pictures.keep(orm(), [kept.id], stranger.person.id)).toBe(false)
  expect(await pictures.keep(orm(), [kept.id, 'gone'], null)).toBe(false)
  expect(await pictures.keep(orm(), [kept.id], null)).toBe(true)
  now += 3_590_000
  await cleanUp()
  expect((await fetchFile(unkept.url)).status).toBe(200)
  now += 20_000
  await cleanUp()
  expect((await fetchFile(unkept.url)).status).toBe(404)
  expect((await fetchFile(kept.url)).status).toBe(200)
})

it('[PIC5] leaves nothing of an upload that a crash cut, between its row and its last byte', async () => {
  await cleanUp()
  const before = await countBlobs()
  await server.pool.query(
    `insert into pictures.content
       (id, hash, likeness, state, type, width, height, bytes, animated, has_web, changed_at)
     select gen_random_uuid(), repeat('c', 64), repeat('0', 16), state, 'image/png', 1, 1, 1, false, true, $1
     from unnest(array['storing', 'removing']) state`,
    [new Date(now)],
  )
  await server.pool.query(
    `insert into kernel.blob (scope, id, type, bytes)
     select 'pictures', id || '.picture', 'image/png', '\\x00' from pictures.content where hash = repeat('c', 64)`,
  )
  await cleanUp()
  expect(await countBlobs()).toBe(before + 2)
  now += 16 * 60_000
  await cleanUp()
  expect(await countBlobs()).toBe(before)
})

it('[PIC6] serves a hidden picture to nobody until it is shown again, and still reads it for staff', async () => {
  const saved = await save(await aPicture({ color: '#333' }))
  await pictures.hide(orm(), [saved.id], true)
  expect((await fetchFile(saved.url)).status).toBe(404)
  expect((await fetchFile(saved.thumbnailUrl)).status).toBe(404)
  expect((await pictures.read(saved.id, 'web'))?.bytes.length).toBeGreaterThan(0)
  await pictures.hide(orm(), [saved.id], false)
  expect((await fetchFile(saved.url)).status).toBe(200)
})

it('[PIC7] decodes few at once, and reads each file when it is its turn', async () => {
  const bytes = await aPicture({ width: 300, height: 300 })
  let [reading, most] = [0, 0]
  const results = await Promise.all(
    Array.from({ length: 40 }, () =>
      pictures.save({
        owner: null,
        purpose: 'tests',
        bytes: async () => {
          reading += 1
          most = Math.max(most, reading)
          await new Promise((resolve) => setImmediate(resolve))
          reading -= 1
          return bytes
        },
      }),
    ),
  )
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(most).toBeLessThanOrEqual(2)
})

it('[PIC8] removes the pictures of an erased account', async () => {
  const { person } = await server.signIn()
  const saved = await save(await aPicture({ color: '#444' }), { owner: person.id })
  await pictures.keep(orm(), [saved.id], person.id)
  await orm().transaction(
    (tx) => server.server.core.services.find(Users)?.erase(tx, person.id) ?? Promise.resolve(),
  )
  await expect.poll(async () => (await fetchFile(saved.url)).status).toBe(404)
})
