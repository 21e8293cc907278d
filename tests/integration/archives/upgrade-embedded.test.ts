import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { withPlace } from '../../../kernel/cli/archive/with-place.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { UpgradeUndone } from '../../../kernel/cli/upgrade/upgrade-guard.ts'

const parent = mkdtempSync(join(tmpdir(), 'spawnpoint-embedded-upgrade-'))
chmodSync(parent, 0o711) // as root, PostgreSQL's own user has to pass
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const dataDir = join(parent, 'data')
const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir })

/** The embedded database by itself, as an operator finds it once the product has ended. */
const ask = (...texts: readonly string[]) =>
  withPlace(config, async ({ connection }) => {
    const client = new Client(connection)
    await client.connect()
    try {
      const found = []
      for (const text of texts) found.push((await client.query<Record<string, unknown>>(text)).rows)
      return found
    } finally {
      await client.end()
    }
  })

const facts = () =>
  ask(
    `select key, value from kernel.setting order by key`,
    'select plugin, name from kernel.migrations order by plugin, name',
    `select table_schema, table_name, column_name from information_schema.columns
     where table_schema in ('payments', 'kernel') order by 1, 2, 3`,
  )

it('[UPG2] puts the embedded database back by itself where the new version does not become ready', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await (await startServer({ config })).stop()
  await ask(
    `insert into kernel.setting (key, value) values ('company_name', '"Host Ltd"')`,
    // A database in which nothing was done yet gets no backup.
    `insert into kernel.audit (action, at) values ('settings:changed', now())`,
    // The tables as the version before had them.
    'drop table payments.accepted_webhook',
    `delete from kernel.migrations where plugin = 'payments' and name = '0006_accepted_webhook.sql'`,
  )
  rmSync(join(dataDir, 'ready.json'))
  const before = await facts()
  const failing = startServer({ config, pageHandlers: () => Promise.reject(new Error('the page is broken')) })
  await expect(failing).rejects.toThrow(UpgradeUndone)
  await expect(failing).rejects.toThrow(/failed and was undone: the page is broken/)
  expect(await facts()).toEqual(before)
  expect(
    readdirSync(join(dataDir, 'backups')).filter((name) => name.includes('before-upgrade')),
  ).toHaveLength(1)
  // A version that works is upgraded to, as ever.
  const server = await startServer({ config })
  const { rows } = await server.core.pool.query(`select value from kernel.setting where key = 'company_name'`)
  expect(rows).toEqual([{ value: 'Host Ltd' }])
  await server.stop()
})
