import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { startServer } from '../../kernel/cli/start-server.ts'
import { productMigrations } from '../support/database/product-migrations.ts'
import { testDatabase } from '../support/database/test-database.ts'

const database = testDatabase({ migrationSets: await productMigrations() })

it.each(['users', 'kernel'])(
  '[OPS46] a start with a newer table of %s ends in one sentence and changes nothing',
  async (plugin) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-newer-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const newer = '9001_of_tomorrow.sql'
    await database.pool.query('insert into kernel.migrations (plugin, name, checksum) values ($1, $2, $3)', [
      plugin,
      newer,
      'x',
    ])
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    })
    await expect(startServer({ config })).rejects.toThrow(
      `The database was written by a newer version of Spawnpoint (it has ${plugin}/${newer}): `,
    )
    expect((await database.pool.query('select from kernel.start_attempt')).rowCount).toBe(0)
    await database.pool.query('delete from kernel.migrations where name = $1', [newer])
  },
)
