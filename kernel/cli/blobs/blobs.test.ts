import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database/test-database.ts'
import { startFakeS3, type FakeS3 } from '../../../tests/support/s3/start-fake-s3.ts'
import { startTestServer } from '../../../tests/support/server/start-test-server.ts'
import type { KernelBlobs } from '../../server/services/blobs.ts'
import { kernelMigrations } from '../kernel-tables.ts'
import { readConfig } from '../read-config.ts'
import { createDatabaseBlobs } from './database-blobs.ts'
import { openBlobs } from './open-blobs.ts'

const database = testDatabase({ migrationSets: [kernelMigrations()] })
const log = { debug() {}, info() {}, warn() {}, error() {} }
let s3: FakeS3
beforeAll(async () => {
  s3 = await startFakeS3()
})
afterAll(() => s3.stop())

const open = (env: Record<string, string> = s3.env) =>
  openBlobs({ pool: database.pool, log, s3: readConfig(env).s3, startWait: 0 })

const readAll = async (stream: Readable | undefined) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
  return { bytes: Buffer.concat(chunks), longest: Math.max(0, ...chunks.map(({ length }) => length)) }
}

describe.each([
  ['the database', () => Promise.resolve(createDatabaseBlobs(database.pool))],
  ['S3-compatible storage', () => open()],
])('[KRN33] blobs in %s', (_name, create) => {
  let blobs: KernelBlobs
  beforeAll(async () => {
    blobs = await create()
  })

  it('are read as they were put, and are gone once removed', async () => {
    const bytes = randomBytes(1_000)
    const id = await blobs.put('pictures', bytes, 'image/png')
    expect(await blobs.get('pictures', id)).toEqual({ bytes, type: 'image/png' })
    expect(await blobs.get('avatars', id)).toBe(null)
    await blobs.remove('avatars', id)
    await blobs.remove('pictures', id)
    await blobs.remove('pictures', id)
    expect([await blobs.get('pictures', id), await blobs.open('pictures', id)]).toEqual([null, null])
  })

  it('keep the id that the caller noted before, whatever signs it holds', async () => {
    const id = 'a b+c/ä.web-avif'
    expect(await blobs.put('plugin:notes/files', Buffer.from('x'), 'text/plain', id)).toBe(id)
    expect((await blobs.get('plugin:notes/files', id))?.type).toBe('text/plain')
  })

  it('are read in pieces, from any byte to any other, without being held whole', async () => {
    const bytes = randomBytes(700_001)
    const id = await blobs.put('pictures', bytes, 'image/webp')
    const opened = await blobs.open('pictures', id)
    expect(opened).toMatchObject({ size: 700_001, type: 'image/webp' })
    const whole = await readAll(opened?.read())
    expect(whole.bytes.equals(bytes)).toBe(true)
    expect(whole.longest).toBeLessThanOrEqual(256 * 1024)
    for (const [first, last] of [
      [0, 0],
      [0, 262_143],
      [262_143, 262_145],
      [300_000, 700_000],
      [700_000, 700_000],
    ] as const)
      expect(
        (await readAll(opened?.read({ first, last }))).bytes.equals(bytes.subarray(first, last + 1)),
      ).toBe(true)
  })

  it('go with their scope, and those of other scopes stay', async () => {
    for (const id of ['1', '2', '3', '4', '5'])
      await blobs.put('plugin:gone/files', Buffer.from(id), 'text/plain', id)
    await blobs.put('plugin:gone2/files', Buffer.from('stays'), 'text/plain', 'stays')
    await blobs.removeScopes('plugin:gone/')
    expect(await blobs.get('plugin:gone/files', '5')).toBe(null)
    expect((await blobs.get('plugin:gone2/files', 'stays'))?.bytes.toString()).toBe('stays')
  })
})

describe('[KRN34] S3-compatible storage', () => {
  it('holds what is put in it under its prefix, and the database holds none of it', async () => {
    const blobs = await open()
    const id = await blobs.put('only-s3', Buffer.from('x'), 'text/plain')
    expect([...s3.objects.keys()]).toContain(`spawnpoint/only-s3/${id}`)
    const { rows } = await database.pool.query(`select from kernel.blob where scope = 'only-s3'`)
    expect(rows).toEqual([])
  })

  it('finds what was stored in the database before, and removes it there', async () => {
    const older = createDatabaseBlobs(database.pool)
    const id = await older.put('pictures', Buffer.from('old'), 'image/png')
    const blobs = await open()
    expect((await blobs.get('pictures', id))?.bytes.toString()).toBe('old')
    const opened = await blobs.open('pictures', id)
    expect((await readAll(opened?.read())).bytes.toString()).toBe('old')
    await blobs.remove('pictures', id)
    expect(await older.get('pictures', id)).toBe(null)
  })

  it('is asked again where it is overloaded, and fails where it stays so', async () => {
    const blobs = await open()
    s3.failNext(2)
    const id = await blobs.put('pictures', Buffer.from('x'), 'text/plain')
    expect((await blobs.get('pictures', id))?.type).toBe('text/plain')
    s3.failNext(3)
    await expect(blobs.put('pictures', Buffer.from('x'), 'text/plain')).rejects.toThrow('503 SlowDown to PUT')
  })

  it('is asked for the bytes of a part alone', async () => {
    const blobs = await open()
    const id = await blobs.put('pictures', randomBytes(5_000), 'image/png')
    const before = s3.calls.length
    const opened = await blobs.open('pictures', id)
    await readAll(opened?.read({ first: 100, last: 199 }))
    expect(s3.calls.slice(before).map(({ method, range }) => [method, range])).toEqual([
      ['HEAD', undefined],
      ['GET', 'bytes=100-199'],
    ])
  })

  it.each([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'refuses the access key: check S3_ACCESS_KEY_ID'],
    ['another region', { S3_REGION: 'eu-other-1' }, 'refuses the access key'],
    ['another bucket', { S3_BUCKET: 'unknown' }, 'has no such bucket: check S3_BUCKET'],
    ['nobody there', { S3_ENDPOINT: 'http://127.0.0.1:1' }, 'cannot be used: check S3_ENDPOINT'],
  ])('refuses the start with %s, in one sentence without the secret', async (_name, wrong, sentence) => {
    const started = open({ ...s3.env, ...wrong })
    await expect(started).rejects.toThrow(sentence)
    await expect(started).rejects.not.toThrow(/secret\/for|wrong/)
  })

  it('needs its four variables together', () => {
    const { S3_SECRET_ACCESS_KEY: _secret, ...rest } = s3.env
    expect(() => readConfig(rest)).toThrow('S3-compatible storage needs S3_SECRET_ACCESS_KEY as well.')
    expect(() => readConfig({ ...s3.env, S3_BUCKET: 'A/b' })).toThrow('S3_BUCKET is not usable')
    expect(readConfig({}).s3).toBe(null)
  })

  it('holds the packages and pictures of a product that is started with it', async () => {
    const server = await startTestServer({ env: s3.env })
    try {
      const id = await server.server.core.blobs.put('tests', Buffer.from('x'), 'text/plain')
      expect(s3.objects.has(`spawnpoint/tests/${id}`)).toBe(true)
    } finally {
      await server.stop()
    }
  })
})
