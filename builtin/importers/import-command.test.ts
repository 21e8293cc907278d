import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { aSource } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { scratchFile, writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { spawnAdmin } from '../../tests/support/server/spawn-admin.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const key = 'a key that the command and the product share'
let given: TestServer
beforeAll(async () => {
  given = await startTestServer({ env: { SECRET_KEY: key } })
  // With one there is no link to print for the first.
  await given.signIn({ role: 'Administrator' })
})
afterAll(() => given.stop())

const admin = (...args: string[]) => spawnAdmin(given, key, args)

it('[IMP5] the command prints a report, keeps it, and the audit log has the run', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users: [aUser(1)] })
  const { code, out, err } = await admin('import', 'ctrlpanel', '--from', from, '--as', name).ended
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('People: 1 found, 1 created, 0 imported before, 0 not taken')
  expect(out).toContain('Coins: 250 credits in the source, 1 coins for a credit: 250 coins')
  const { rows } = await given.pool.query<{ id: string; report: unknown }>(
    'select id, report from importers.run where source = $1',
    [name],
  )
  expect(rows[0]?.report).toMatchObject({ coins: { here: '250', agrees: true } })
  const audit = await given.pool.query(
    `select actor, action, after->>'by' as by from kernel.audit where target = $1`,
    [rows[0]?.id],
  )
  expect(audit.rows).toEqual([{ actor: null, action: 'importers:imported', by: 'command line' }])
  expect(JSON.stringify(rows)).not.toContain('@')
  expect((await runCommand(given, 'import status')).text).toContain(`${name}  1 records created, 250 coins`)
})

it('[IMP5] mistakes are answered in one sentence, and nothing is written', async () => {
  const unknown = await admin('import', 'ctrlpanel', '--frm', 'x').ended
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("unknown option '--frm'")])
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users: [aUser(1)] })
  const refusal = async (options: Readonly<Record<string, string>>) => {
    const { failed, text: said } = await runCommand(given, 'import ctrlpanel', options)
    return failed ? said : 'not refused'
  }
  expect(await refusal({})).toContain('Say where to read from with --from')
  expect(await refusal({ from: '/nowhere/dump.sql' })).toBe('There is no file /nowhere/dump.sql.')
  expect(await refusal({ from: '/' })).toBe('/ is a folder, not a file.')
  vi.stubEnv('INIT_CWD', dirname(from))
  onTestFinished(() => void vi.unstubAllEnvs())
  const typed = { from: basename(from), 'coins-per-credit': '1', 'dry-run': true } as const
  expect(await runCommand(given, 'import ctrlpanel', typed)).toMatchObject({ failed: false })
  expect(await refusal({ from: 'postgres://a@b/c' })).toContain('Only mysql:// and mariadb://')
  expect(await refusal({ from: 'mysql://a@127.0.0.1:1/c' })).toMatch(
    /^The database at 127.0.0.1:1 cannot be read: /,
  )
  expect(await refusal({ from: 'mysql://a@127.0.0.1:1' })).toContain('names no database')
  expect(await refusal({ from: scratchFile('some.txt', 'hello') })).toContain('holds no CREATE TABLE')
  expect(await refusal({ from: scratchFile('x.sql', 'CREATE TABLE `users` (`id` int);') })).toContain(
    'This is no database of CtrlPanel',
  )
  for (const rate of ['0', '-1', '1e3', '1000001', '0.0000001'])
    expect(await refusal({ from, 'coins-per-credit': rate })).toContain('--coins-per-credit takes a number')
  expect(await refusal({ from, as: 'Not This' })).toContain('--as takes')
  await runImport(given, 'ctrlpanel', { from, as: name })
  expect(await refusal({ from, as: name, 'coins-per-credit': '10' })).toContain('Use --coins-per-credit 1.')
})
