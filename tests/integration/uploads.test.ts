import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnServer } from '../support/server/spawn-server.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'
import { soak } from '../support/soak.ts'
import { aScene } from '../../builtin/pictures/testing.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const LOCK = 1_105_001

let server: TestServer
let dataDir: string
let offset = 0
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-uploads-'))
  const clock = { now: () => new Date(Date.now() + offset) }
  server = await startTestServer({ clock, env: { SECRET_KEY } })
  await server.server.core.settings.write({
    image_hosting_enabled: true,
    image_hosting_daily_uploads: 1_000,
    image_hosting_max_files: 1_000,
    image_hosting_storage: 10_000,
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const spawnAnother = () =>
  spawnServer({
    databaseUrl: server.config.databaseUrl ?? '',
    dataDir,
    secretKey: SECRET_KEY,
    env: { TRUST_PROXY: '1' },
  })

async function createKey() {
  const { api, person } = await server.signIn()
  const { body } = await api.post('/api/image-hosting/keys', { name: 'ShareX' })
  return { api, person, secret: String(body['secret']) }
}

async function upload(port: number | null, secret: string, bytes: Uint8Array) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'shot.jpg')
  const answer = await fetch(`http://127.0.0.1:${port}/api/image-hosting/upload`, {
    method: 'POST',
    body: form,
    headers: {
      authorization: `Bearer ${secret}`,
      'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}`,
    },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const count = async (sql: string, values: readonly unknown[] = []) => {
  const { rows } = await server.pool.query<{ count: number }>(`select count(*)::integer as count ${sql}`, [
    ...values,
  ])
  return rows[0]?.count ?? 0
}
const waiting = () =>
  count(
    `from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}
     and database = (select oid from pg_database where datname = current_database())`,
  )

async function run(plugin: string, job: string) {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin, job, payload: {} }),
  ])
  await expect
    .poll(() => count(`from graphile_worker._private_jobs where payload ->> 'job' = $1`, [job]))
    .toBe(0)
}

/** Stops whoever writes such a row until the lock is released. */
const waitAt = (table: string, condition: string) => `
  create function public.wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$;
  create trigger wait_here before insert on ${table} for each row when (${condition}) execute function public.wait_here()`

it.each([
  ['between its pieces', 'kernel.blob', `new.id like '%.thumbnail'`],
  ['between its picture and its image', 'image_hosting.image', 'true'],
])(
  '[IMG16] leaves nothing of an upload whose process was killed %s',
  async (_name, table, condition) => {
    offset = 0
    const { api, secret } = await createKey()
    const before = [await count('from kernel.blob'), await count('from pictures.content')]
    const another = spawnAnother()
    const port = await another.port
    const holder = await server.pool.connect()
    try {
      await holder.query(`select pg_advisory_lock(${LOCK})`)
      await holder.query(waitAt(table, condition))
      const cut = upload(port, secret, await aScene(randomInt(100_000)).jpeg().toBuffer()).catch(() => 'cut')
      await expect.poll(waiting).toBe(1)
      expect(await count('from pictures.content')).toBe((before[1] ?? 0) + 1)
      expect(await count('from kernel.blob')).toBeGreaterThan(before[0] ?? 0)
      another.kill()
      expect([await cut, await another.signal()]).toEqual(['cut', 'SIGKILL'])
    } finally {
      another.kill()
      await holder.query(`select pg_advisory_unlock(${LOCK})`)
      await holder.query(`drop function public.wait_here() cascade`)
      holder.release()
    }
    await expect.poll(waiting).toBe(0)
    const usage = async () => (await api.get('/api/image-hosting/usage')).body['files']
    expect(await usage()).toMatchObject({ used: 1 })
    offset += 16 * 60_000
    expect(await usage()).toMatchObject({ used: 0 })
    offset += 3_600_000
    await run('pictures', 'remove-orphans')
    await run('image-hosting', 'purge')
    expect([await count('from kernel.blob'), await count('from pictures.content')]).toEqual(before)
    expect(await count('from image_hosting.reservation')).toBe(0)
  },
  60_000,
)

it('[PIC3] is answered alike by each of two processes, whichever stored it', async () => {
  const { secret } = await createKey()
  const another = spawnAnother()
  try {
    const ports = [server.server.port, await another.port]
    const { body } = await upload(ports[1] ?? null, secret, await aScene(randomInt(100_000)).png().toBuffer())
    const { pathname } = new URL(String(body['rawUrl']))
    const answers = await Promise.all(
      ports.map(async (port) => {
        const { status, headers } = await fetch(`http://127.0.0.1:${port}${pathname}`)
        const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
        return { status, ...rest }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      status: 200,
    })
  } finally {
    await another.stop()
  }
})

/** Megabytes that the process held at most. */
const peakOf = (pid: number | undefined) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const { files, width, height, most } = soak(
  { files: 200, width: 2_000, height: 1_500, most: 600 },
  { files: 24, width: 1_200, height: 900, most: 400 },
)

it.runIf(process.platform === 'linux')(
  '[PIC7] takes many large uploads at once within bounded memory, and asks the others to try again',
  async () => {
    const people = await Promise.all(Array.from({ length: 4 }, createKey))
    const another = spawnAnother()
    try {
      const port = await another.port
      await upload(port, people[0]?.secret ?? '', await aScene(1).png().toBuffer())
      const idle = peakOf(another.pid)
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
      const file = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
        .jpeg({ quality: 80 })
        .toBuffer()
      const statuses: number[] = []
      const send = async (index: number): Promise<void> => {
        // The last bytes of a file are no part of its picture.
        const bytes = Buffer.concat([file, Buffer.from(String(index))])
        // A refusal that comes before the file was read may reach the sender as a cut connection.
        const busy = () => ({ status: 503 })
        const { status } = await upload(port, people[index % people.length]?.secret ?? '', bytes).catch(busy)
        statuses.push(status)
        return status === 503 ? send(index) : undefined
      }
      await Promise.all(Array.from({ length: files }, (_, index) => send(index)))
      const told = new Set(statuses)
      told.delete(503)
      expect([...told]).toEqual([200])
      expect(statuses.filter((status) => status === 200)).toHaveLength(files)
      expect(peakOf(another.pid) - idle).toBeLessThan(most)
      console.log(
        `${files} uploads at once: ${Math.round(idle)} MB before, ${Math.round(peakOf(another.pid))} MB at most`,
      )
    } finally {
      await another.stop()
    }
  },
  soak(1_800_000, 120_000),
)
