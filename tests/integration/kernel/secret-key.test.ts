import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceLostKey } from '../../../kernel/cli/check-secret-key.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { ConfigurationError } from '../../../kernel/server/configuration-error.ts'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'

const itsKey = 'the key of the first start, long enough'
const otherKey = 'another key, which is as long as the first'
const refusal =
  'SECRET_KEY is not the key that this database was set up with: set that one again, or, if it is lost, run npm run admin -- replace-secret-key and enter the stored secrets again.'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-keys-'))
let database: TestDatabase

/** Starts without plugins and stops again. */
const start = async (key: string) => {
  const server = await startServer({
    config: readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: key,
      LOG_LEVEL: 'silent',
    }),
    roots: { builtin: join(folder, 'builtin'), plugins: join(folder, 'plugins'), locales: 'locales' },
  })
  await server.stop()
}

beforeAll(async () => {
  database = await createTestDatabase({ migrationSets: [] })
  await start(itsKey)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

it('[OPS1] a start with another SECRET_KEY is refused in one sentence, and the right one starts', async () => {
  await expect(start(otherKey)).rejects.toThrow(new ConfigurationError(refusal))
  await start(itsKey)
})

it('[OPS1] so is one on a restored database of a version without fingerprints', async () => {
  await database.pool.query('delete from kernel.secret_key')
  const sealed = createSecrets(itsKey).seal('"ptla_key"')
  await database.pool.query(`insert into kernel.setting (key, sealed) values ('panel_key', $1)`, [sealed])
  await expect(start(otherKey)).rejects.toThrow(refusal)
  await start(itsKey)
})

it('[OPS1] a lost key can be replaced; what it sealed is gone then', async () => {
  await replaceLostKey(database.pool, createSecrets(otherKey))
  await start(otherKey)
  const { rows } = await database.pool.query('select key from kernel.setting where sealed is not null')
  expect(rows).toEqual([])
})

it('[OPS43] a replacement that is cut off changes nothing', async () => {
  await replaceLostKey(database.pool, createSecrets(otherKey))
  await database.pool.query(
    `insert into kernel.setting (key, sealed) values ('panel_key', 'sealed') on conflict (key) do update set sealed = 'sealed'`,
  )
  // The last of its writes fails, as it would when the process is killed before it.
  await database.pool.query(
    `alter table kernel.audit add constraint no_more check (action <> 'instance:secret-key-replaced') not valid`,
  )
  await expect(replaceLostKey(database.pool, createSecrets(itsKey))).rejects.toThrow()
  await database.pool.query('alter table kernel.audit drop constraint no_more')
  const { rows } = await database.pool.query('select key from kernel.setting where sealed is not null')
  expect(rows).toEqual([{ key: 'panel_key' }])
  await expect(start(itsKey)).rejects.toThrow(refusal)
})
