import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup, type BackupView } from '@spawnpoint/contracts/backups'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig, type LaunchConfig } from '../../../kernel/cli/read-config.ts'
import { finishRestore } from '../../../kernel/cli/restore/finish-restore.ts'
import { readRestore, writeRestore, type RestoreRecord } from '../../../kernel/cli/restore/restore-record.ts'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { startServer, type RunningServer } from '../../../kernel/cli/start-server.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { freePort } from '../../support/product/start-product.ts'
import { createApiClient, type ApiClient } from '../../support/server/api-client.ts'
import { createVisitors } from '../../support/server/sign-in.ts'

const secretKey = 'pine-Quartz-71-harbour-Velvet-08-lantern'
const secrets = createSecrets(secretKey)
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined)
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-page-restore-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL's own user has to pass
  folders.push(folder)
  return join(folder, 'data')
}

async function externalUrl(powers = 'createdb createrole'): Promise<string> {
  const database = await createTestDatabase({ migrationSets: [] })
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  await database.pool.query(`create role owner_${name} login ${powers}`)
  await database.pool.query(`alter database ${name} owner to owner_${name}`)
  await database.pool.end()
  return database.url.replace(/\/\/[^@]*@/, `//owner_${name}@`)
}

/** A process of the instance: what an operator starts, with the launcher's part played by the test. */
async function openProcess(place: { readonly url?: string | undefined; readonly dataDir: string }) {
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: place.dataDir,
    LOG_LEVEL: 'silent',
    SECRET_KEY: secretKey,
    ...(place.url && { DATABASE_URL: place.url }),
  })
  const origin = `http://127.0.0.1:${config.port}`
  const start = async () => {
    const left = Promise.withResolvers<void>()
    const server = await startServer({ config, onRestore: () => left.resolve() })
    return { server, left: left.promise, ...(await enter(server, config)) }
  }
  return { config, origin, start }
}

async function enter(server: RunningServer, config: LaunchConfig) {
  const visitors = createVisitors(server)
  const api = async (options: Parameters<typeof visitors.signIn>[0]) => {
    const { cookie } = await visitors.signIn(options)
    return createApiClient(`http://127.0.0.1:${server.port}`, config.origin, cookie)
  }
  return { api, root: await api({ permissions: ['admin.root'] }) }
}

const list = async (api: ApiClient) =>
  (await api.get('/api/backups/list')).body as unknown as {
    backups: readonly BackupView[]
    restore: { obstacle: string | null; last: { state: string; reason: string | null } | null }
  }

async function makeBackup(api: ApiClient): Promise<BackupView> {
  expect((await api.post('/api/backups/create')).status).toBe(200)
  await vi.waitFor(async () => expect((await list(api)).backups[0]?.state).toBe('done'), { timeout: 60_000 })
  const [made] = (await list(api)).backups
  if (!made) throw new Error('there is no backup')
  return made
}

const restore = (api: ApiClient, { id, name }: BackupView) =>
  api.post(restoreBackup.path.replace(':id', id), { name })

const rename = (server: RunningServer, name: string) => server.core.settings.write({ company_name: name })
const nameIn = async ({ core }: RunningServer) =>
  (await core.pool.query(`select value from kernel.setting where key = 'company_name'`)).rows[0]?.value

const actions = async ({ core }: RunningServer) =>
  (
    await core.pool.query(`select action from kernel.audit where action ~ '^(backups:resto|maintenance)'`)
  ).rows
    .map(({ action }) => String(action))
    .toSorted()

const settled = (server: RunningServer) =>
  vi.waitFor(
    async () =>
      expect(
        (
          await server.core.pool.query(
            `select from kernel.audit where action ~ '^backups:restore(d|-failed)$'`,
          )
        ).rowCount,
      ).toBe(1),
    { timeout: 60_000 },
  )

/** Asks the address of the product until it answers at all. */
const ask = (url: string) =>
  vi.waitFor(async () => {
    const response = await fetch(url, { redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

const recordOf = ({ dataDir }: LaunchConfig): RestoreRecord => {
  const record = readRestore(dataDir, secrets)
  if (!record) throw new Error('there is no record of a restore')
  return record
}

describe.each(['embedded', 'external'])('a restore from the page, %s', (kind) => {
  it('[BKP14] [BKP15] [BKP16] [BKP17] brings the moment of the backup back, and everybody logs in again', async () => {
    const url = kind === 'external' ? await externalUrl() : undefined
    const process = await openProcess({ url, dataDir: newFolder() })
    const first = await process.start()
    await rename(first.server, 'Before')
    const backup = await makeBackup(first.root)
    await rename(first.server, 'Afterwards')
    const asked = await restore(first.root, backup)
    expect(asked.status).toBe(200)
    const customer = await first.api({})
    expect((await customer.get('/api/auth/2fa')).body.error_code).toBe('E_MAINTENANCE')
    await first.left
    await first.server.stop()

    const work = finishRestore(process.config)
    const page = await ask(process.origin + String(asked.body['path']))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Restoring a backup')])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const others = await ask(`${process.origin}/dashboard`)
    expect([others.status, others.headers.get('retry-after')]).toEqual([503, '5'])
    expect(others.text).not.toContain('Restoring')
    const call = await ask(`${process.origin}/api/coins/balance`)
    expect([call.status, JSON.parse(call.text)]).toMatchObject([503, { error_code: 'E_MAINTENANCE' }])
    expect((await ask(`${process.origin}/api/health/live`)).status).toBe(200)
    expect((await ask(`${process.origin}/api/health/ready`)).status).toBe(503)
    await work

    const again = await process.start()
    expect(await nameIn(again.server)).toBe('Before')
    await settled(again.server)
    expect(await actions(again.server)).toEqual(['backups:restored'])
    // Sessions of before the backup are gone as well.
    const stale = createApiClient(
      process.origin,
      process.config.origin,
      [...first.root.jar].map((pair) => pair.join('=')).join('; '),
    )
    expect((await stale.get('/api/user/session')).status).toBe(401)
    const { restore: seen, backups } = await list(again.root)
    expect(seen).toMatchObject({ obstacle: null, last: { state: 'done', reason: null } })
    expect(backups.every(({ state }) => state === 'done')).toBe(true)
    const over = await ask(process.origin + String(asked.body['path']))
    expect([over.status, over.text]).toEqual([200, expect.stringContaining('Backup restored')])
    expect((await ask(`${process.origin}/restore/${'x'.repeat(43)}`)).status).toBe(404)
    await again.server.stop()
  })
})

describe('a restore from the page', () => {
  it('[BKP14] needs an administrator, a proof, the name and a checked backup', async () => {
    const process = await openProcess({ url: await externalUrl(), dataDir: newFolder() })
    const { server, api, root } = await process.start()
    const backup = await makeBackup(root)
    const codeOf = async (one: ApiClient, over: Partial<BackupView> = {}) =>
      (await restore(one, { ...backup, ...over })).body.error_code
    expect(await codeOf(await api({ permissions: ['admin.backups.create', 'admin.backups.delete'] }))).toBe(
      'FORBIDDEN',
    )
    expect(await codeOf(await api({ permissions: ['admin.root'], proven: false }))).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    expect(await codeOf(root, { name: 'another' })).toBe('BACKUPS_NAME_WRONG')
    expect(await codeOf(root, { id: randomUUID() })).toBe('BACKUPS_NOT_FOUND')
    await server.core.pool.query(`update backups.backup set check_result = 'none'`)
    expect(await codeOf(root)).toBe('BACKUPS_NOT_CHECKED')
    expect(readRestore(process.config.dataDir, secrets)).toBeNull()
    expect(await actions(server)).toEqual([])
    await server.stop()
  })

  it('[BKP14] keeps nothing of a request that failed on its way: no later start restores by surprise', async () => {
    const process = await openProcess({ url: await externalUrl(), dataDir: newFolder() })
    const { server, root } = await process.start()
    const backup = await makeBackup(root)
    await server.core.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no more settings'; end $$;
       create trigger refuse before insert or update on kernel.setting execute function refuse()`,
    )
    expect((await restore(root, backup)).status).toBe(500)
    expect(readRestore(process.config.dataDir, secrets)).toBeNull()
    await server.stop()
  })

  it('[BKP15] is not offered where nothing would start the product again, nor to a database user without CREATEDB', async () => {
    const url = await externalUrl('createrole')
    const process = await openProcess({ url, dataDir: newFolder() })
    const { server, root } = await process.start()
    expect((await list(root)).restore.obstacle).toBe('database-rights')
    const backup = await makeBackup(root)
    expect((await restore(root, backup)).body.error_code).toBe('BACKUPS_RESTORE_REFUSED')
    await server.stop()
    const alone = await startServer({ config: process.config })
    const { root: other } = await enter(alone, process.config)
    expect((await list(other)).restore.obstacle).toBe('unsupervised')
    await alone.stop()
  })

  it('[BKP15] ends every process, of which one restores while the others wait', async () => {
    const [url, dataDir] = [await externalUrl(), newFolder()]
    const processes = [await openProcess({ url, dataDir }), await openProcess({ url, dataDir })] as const
    const [one, other] = [await processes[0].start(), await processes[1].start()]
    await rename(one.server, 'Before')
    const backup = await makeBackup(one.root)
    await rename(one.server, 'Afterwards')
    expect((await restore(other.root, backup)).status).toBe(200)
    await Promise.all([one.left, other.left])
    await Promise.all([one.server.stop(), other.server.stop()])
    // A connection that stays a while, as of a process that is slow to leave: the restore looks again and again.
    const slow = new Client({ connectionString: url })
    await slow.connect()
    const work = Promise.all(processes.map(({ config }) => finishRestore(config)))
    const looks = new Set<number>()
    await vi.waitFor(
      async () => {
        const { rows } = await slow.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'spawnpoint-restore'
           and datname = current_database()`,
        )
        for (const { pid } of rows) looks.add(pid)
        expect(looks.size).toBeGreaterThan(2)
      },
      { timeout: 60_000, interval: 5 },
    )
    await slow.end()
    await work
    expect(recordOf(processes[0].config)).toMatchObject({ state: 'done', reason: null })
    const again = await processes[0].start()
    expect(await nameIn(again.server)).toBe('Before')
    await again.server.stop()
  })

  it('[BKP18] that fails leaves the database as it was, maintenance on, and says why', async () => {
    const process = await openProcess({ url: await externalUrl(), dataDir: newFolder() })
    const { server, root, left } = await process.start()
    const backup = await makeBackup(root)
    await rename(server, 'Afterwards')
    expect((await restore(root, backup)).status).toBe(200)
    await left
    await server.stop()
    const { file } = recordOf(process.config)
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, bytes)
    await finishRestore(process.config)
    const again = await process.start()
    await settled(again.server)
    expect(await nameIn(again.server)).toBe('Afterwards')
    expect((await list(again.root)).restore.last).toMatchObject({ state: 'failed', reason: 'damaged' })
    expect(await actions(again.server)).toEqual([
      'backups:restore-asked',
      'backups:restore-failed',
      'maintenance:on',
    ])
    expect((await (await again.api({})).get('/api/auth/2fa')).status).toBe(503)
    await again.server.stop()
  })

  it('[BKP18] that was interrupted is not begun again: it has happened, or it has not', async () => {
    const process = await openProcess({ url: await externalUrl(), dataDir: newFolder() })
    const { config } = process
    const { server, root, left } = await process.start()
    await rename(server, 'Before')
    const backup = await makeBackup(root)
    await rename(server, 'Afterwards')
    await restore(root, backup)
    await left
    await server.stop()
    const asked = recordOf(config)
    writeRestore(config.dataDir, secrets, { ...asked, state: 'running', step: 'loading' })
    await finishRestore(config)
    expect(recordOf(config)).toMatchObject({ state: 'failed', reason: 'interrupted', kept: null })
    writeRestore(config.dataDir, secrets, asked)
    await finishRestore(config)
    const { kept } = recordOf(config)
    expect(kept).toMatch(/_before$/)
    // Killed between the exchange and the line that says so.
    writeRestore(config.dataDir, secrets, { ...asked, state: 'running', step: 'exchanging' })
    await finishRestore(config)
    expect(recordOf(config)).toMatchObject({ state: 'done', reason: null })
    const again = await process.start()
    expect(await nameIn(again.server)).toBe('Before')
    await again.server.stop()
  })

  it('[BKP19] is done for no request that another key has signed', async () => {
    const process = await openProcess({ url: await externalUrl(), dataDir: newFolder() })
    const { server, root, left } = await process.start()
    await rename(server, 'Before')
    const backup = await makeBackup(root)
    await rename(server, 'Afterwards')
    await restore(root, backup)
    await left
    await server.stop()
    writeRestore(process.config.dataDir, createSecrets('x'.repeat(40)), recordOf(process.config))
    await finishRestore(process.config)
    const again = await process.start()
    expect(await nameIn(again.server)).toBe('Afterwards')
    await again.server.stop()
  })
})
