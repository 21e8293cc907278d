import { readBackupStatus, type BackupView } from '@spawnpoint/contracts/backups'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const hour = 3_600_000
let server: TestServer
let admin: ApiClient
let root: ApiClient
let now = new Date('2027-01-10T12:00:00Z').getTime()

const folder = () => join(server.config.dataDir, 'backups')
const all = ['admin.backups.list', 'admin.backups.create', 'admin.backups.delete']

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  await pass(0)
  root = (await server.signIn({ role: 'Administrator' })).api
})
afterAll(() => server.stop())

/** Sessions do not outlive the hours that pass here. */
async function pass(hours: number) {
  now += hours * hour
  admin = (await server.signIn({ permissions: all })).api
}

beforeEach(async () => {
  await settle()
  await server.pool.query('delete from backups.backup')
  rmSync(folder(), { recursive: true, force: true })
  await server.server.core.settings.write({ daily_backup_enabled: false, daily_backup_keep_days: 7 })
})

const list = async (): Promise<readonly BackupView[]> =>
  (await admin.get('/api/backups/list')).body['backups'] as readonly BackupView[]

const isRunning = ({ state }: BackupView) => ['queued', 'writing', 'checking'].includes(state)
const settle = () => expect.poll(async () => (await list()).filter(isRunning)).toEqual([])

async function create(): Promise<BackupView> {
  const { body, status } = await admin.post('/api/backups/create')
  expect(status).toBe(200)
  await settle()
  const found = (await list()).find(({ id }) => id === body['id'])
  if (!found) throw new Error('the backup is not in the list')
  return found
}

/** Runs the job that looks after the daily backup and the folder, and waits for what it began. */
async function look() {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'backups', job: 'look', payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'backups' and attempts < max_attempts`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
  await settle()
}

const filesThere = () => (existsSync(folder()) ? readdirSync(folder()) : [])
const fileOf = async ({ id }: BackupView) => {
  const { rows } = await server.pool.query<{ file_name: string }>(
    'select file_name from backups.backup where id = $1',
    [id],
  )
  return join(folder(), rows[0]?.file_name ?? '')
}

describe('a backup', () => {
  it('[BKP1] [BKP2] is made by a job, restored on trial, and readable for its owner alone', async () => {
    const made = await create()
    expect(made).toMatchObject({
      state: 'done',
      check: 'restored',
      ledger: '0',
      failure: null,
      progress: null,
    })
    expect(made.tables).toBeGreaterThan(50)
    expect(made.rows).toBeGreaterThan(20)
    const file = await fileOf(made)
    expect(filesThere()).toEqual([file.slice(folder().length + 1)])
    expect([statSync(file).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700])
    expect(statSync(file).size).toBe(made.size)
    // Other test files check their own backups beside this one.
    const { rows } = await server.pool.query(
      `select datname from pg_database where starts_with(datname, current_database()) and datname ~ '_check$'`,
    )
    expect(rows).toEqual([])
  })

  it('[BKP4] is the only one under way', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post('/api/backups/create')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const running = (await list()).find(isRunning)
    expect(running).toBeDefined()
    expect((await admin.delete(`/api/backups/${running?.id}`)).body.error_code).toBe('BACKUPS_RUNNING')
    await settle()
    expect(await list()).toHaveLength(1)
  })

  it('[BKP3] that is damaged fails its check, which names the part', async () => {
    const made = await create()
    const file = await fileOf(made)
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, bytes)
    expect((await admin.post(`/api/backups/${made.id}/check`)).status).toBe(200)
    await settle()
    const [checked] = await list()
    expect(checked).toMatchObject({ state: 'failed', failure: 'damaged', check: 'none' })
    expect(checked?.part).toMatch(/^[a-z_]+\.[a-z_]+$|^migrations$/)
  })

  it('[BKP4] says why it failed', async () => {
    writeFileSync(folder(), 'a file where the folder should be')
    expect(await create()).toMatchObject({ state: 'failed', failure: 'unexpected', progress: null })
    rmSync(folder())
  })
})

describe('download and deletion', () => {
  it('[BKP5] need recent reauthentication', async () => {
    const made = await create()
    const { api } = await server.signIn({ permissions: all, proven: false })
    const answers = [
      await api.post(`/api/backups/${made.id}/download`),
      await api.get(`/api/backups/${made.id}/file`),
      await api.delete(`/api/backups/${made.id}`),
    ]
    expect(answers.map(({ body }) => body.error_code)).toEqual(Array(3).fill('REAUTHENTICATION_REQUIRED'))
    expect(await list()).toHaveLength(1)
  })

  it('[BKP5] downloads the file as it is', async () => {
    const made = await create()
    const { body } = await admin.post(`/api/backups/${made.id}/download`)
    const response = await admin.get(String(body['path']))
    expect(response.headers.get('content-disposition')).toMatch(
      /attachment; filename="spawnpoint-.*\.spbackup"/,
    )
    expect(response.headers.get('content-length')).toBe(String(made.size))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await admin.get('/api/backups/x/file')).body.error_code).toBe('BACKUPS_NOT_FOUND')
  })

  it('[BKP5] deletes row and file, and writes down who did', async () => {
    const made = await create()
    const file = await fileOf(made)
    expect((await admin.delete(`/api/backups/${made.id}`)).status).toBe(200)
    expect([await list(), existsSync(file)]).toEqual([[], false])
    const { rows } = await server.pool.query(
      `select before from kernel.audit where action = 'backups:deleted' and target = $1`,
      [made.id],
    )
    expect(rows).toMatchObject([{ before: { file: file.slice(folder().length + 1) } }])
    expect((await admin.delete(`/api/backups/${made.id}`)).body.error_code).toBe('BACKUPS_NOT_FOUND')
  })

  it('[BKP5] are not open to somebody who may only see the list', async () => {
    const made = await create()
    const { api } = await server.signIn({ permissions: ['admin.backups.list'] })
    expect((await api.delete(`/api/backups/${made.id}`)).status).toBe(403)
    expect((await api.post('/api/backups/create')).status).toBe(403)
    expect((await api.post(`/api/backups/${made.id}/check`)).status).toBe(403)
    expect((await api.post('/api/backups/key')).status).toBe(403)
  })
})

describe('the key', () => {
  it('[BKP6] is shown once, to an administrator, and is in no backup', async () => {
    const made = await create()
    expect((await admin.get('/api/backups/list')).body['key']).toEqual({ source: 'file', isShown: false })
    expect((await admin.post('/api/backups/key')).status).toBe(403)
    const { body } = await root.post('/api/backups/key')
    const file = join(server.config.dataDir, 'backup.key')
    expect(body['key']).toBe(readFileSync(file, 'utf8').trim())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await root.post('/api/backups/key')).body.error_code).toBe('BACKUPS_KEY_SHOWN')
    expect((await admin.get('/api/backups/list')).body['key']).toEqual({ source: 'file', isShown: true })
    expect(readFileSync(await fileOf(made)).includes(String(body['key']))).toBe(false)
  })
})

describe('the daily backup', () => {
  const turnOn = () => server.server.core.settings.write({ daily_backup_enabled: true, daily_backup_hour: 3 })

  it('[BKP7] is caught up once, and made again when its hour comes', async () => {
    await look()
    expect(await list()).toEqual([])
    await turnOn()
    await look()
    await look()
    expect(await list()).toMatchObject([{ origin: 'schedule', state: 'done' }])
    await pass(16)
    await look()
    expect(await list()).toHaveLength(2)
  })

  it('[BKP7] is tried again after an hour, three times at most', async () => {
    await turnOn()
    writeFileSync(folder(), 'a file where the folder should be')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await look()
      await look()
      await pass(1)
    }
    expect((await list()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    rmSync(folder())
  })

  it('[BKP8] lets old ones go, with their files, and keeps what was made by hand', async () => {
    const own = await create()
    await turnOn()
    await server.server.core.settings.write({ daily_backup_keep_days: 1, daily_backup_keep_weeks: 0 })
    for (let day = 0; day < 3; day += 1) {
      await look()
      await pass(24)
    }
    const left = await list()
    expect(left.map(({ origin }) => origin).sort()).toEqual(['manual', 'schedule'])
    expect(left.map(({ id }) => id)).toContain(own.id)
    expect(filesThere()).toHaveLength(2)
  })

  it('[BKP9] raises the alarm after 26 hours without a checked one', async () => {
    const read = async () => (await admin.get(readBackupStatus.path)).body['health']
    const line = async () => {
      const report = await server.server.host
        .running()
        .flatMap(({ owned }) => owned.registrations.health)
        .find(({ name }) => name === 'backups')
        ?.check()
      return report?.status
    }
    expect([await read(), await line()]).toEqual(['off', 'warning'])
    await create()
    await turnOn()
    expect([await read(), await line()]).toEqual(['well', 'healthy'])
    await pass(27)
    expect([await read(), await line()]).toEqual(['overdue', 'unhealthy'])
  })
})

describe('the folder', () => {
  it('[BKP10] that got a file lists it, and one that it cannot open as such', async () => {
    const made = await create()
    const file = await fileOf(made)
    copyFileSync(file, join(folder(), 'brought.spbackup'))
    copyFileSync(file, join(folder(), 'spawnpoint-before-upgrade-2027-01-10-1200-0a1b2c3d.spbackup'))
    writeFileSync(join(folder(), 'holiday.spbackup'), 'a picture of the sea')
    writeFileSync(join(folder(), 'notes.txt'), 'no backup at all')
    await look()
    const found = (await list()).filter(({ origin }) => origin === 'found')
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(expect.objectContaining({ state: 'done', check: 'none', rows: made.rows }))
    expect(found).toContainEqual(expect.objectContaining({ state: 'unreadable', failure: 'foreign' }))
    expect((await list()).filter(({ origin }) => origin === 'upgrade')).toHaveLength(1)
    rmSync(file)
    await look()
    expect((await list()).find(({ id }) => id === made.id)?.state).toBe('missing')
  })

  it('[BKP10] closes what a killed process left, and removes its half', async () => {
    const made = await create()
    const file = await fileOf(made)
    const revive = `update backups.backup set state = 'writing', beat_at = $1, check_result = 'none' where id = $2`
    await server.pool.query(revive, [new Date(now), made.id])
    writeFileSync(`${file}.part`, 'half')
    await lookOnly()
    expect((await list())[0]?.state).toBe('writing')
    await pass(1)
    await lookOnly()
    expect([(await list())[0]?.state, existsSync(`${file}.part`)]).toEqual(['done', false])
    await server.pool.query(revive, [new Date(now), made.id])
    rmSync(file)
    await pass(1)
    await lookOnly()
    expect((await list())[0]).toMatchObject({ state: 'failed', failure: 'interrupted' })
  })
})

/** The job alone: what it finds may still be under way. */
async function lookOnly() {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'backups', job: 'look', payload: {} }),
  ])
  const waiting = async () =>
    (await server.pool.query(`select from graphile_worker._private_jobs where payload ->> 'job' = 'look'`))
      .rowCount
  await expect.poll(waiting).toBe(0)
}
