import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { aSource } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { scratchFile, writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { nodeOptions } from '../../tests/support/server/child-env.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const key = 'a key that the command and the product share'
let given: TestServer
beforeAll(async () => {
  given = await startTestServer({ env: { SECRET_KEY: key } })
  // With one there is no link to print for the first.
  await given.signIn({ role: 'Administrator' })
})
afterAll(() => given.stop())

/** `npm run admin -- …`, beside the running product. */
const admin = (...args: string[]) => {
  const child = spawn(
    process.execPath,
    [...nodeOptions, join(import.meta.dirname, '../../kernel/cli/admin.ts'), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: given.config.databaseUrl ?? '',
        DATA_DIR: given.config.dataDir,
        SECRET_KEY: key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { child, ended: ended.then(([out, err, [code]]) => ({ out, err, code: Number(code) })) }
}

it('[IMP4] a process that is killed in the middle loses nothing, and the next one goes on', async () => {
  const { name, aUser } = aSource()
  const users = Array.from({ length: 3000 }, (_, at) => aUser(at + 1, { credits: 2000 }))
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users })
  const imported = async () => {
    const { rows } = await given.pool.query<{ people: number; coins: number }>(
      `select count(*)::int as people, coalesce(sum(a.balance), 0)::int as coins
       from users.account u left join coins.account a on a.id = u.id where u.email like $1`,
      [`%@${name}.example.com`],
    )
    return rows[0] ?? { people: 0, coins: 0 }
  }
  const { child, ended } = admin('import', 'ctrlpanel', '--from', from, '--as', name)
  await until('some are there', async () => (await imported()).people > 0)
  child.kill('SIGKILL')
  await ended
  const half = await until('its transaction is over', async () => {
    const { rowCount } = await given.pool.query(
      `select 1 from pg_locks where locktype = 'advisory'
      and objid = (hashtextextended($1, 0) & 4294967295)::bigint::oid`,
      [`importers:${name}`],
    )
    return rowCount === 0 && (await imported())
  })
  expect(half.people).toBeLessThan(3000)
  expect([half.people % 250, half.coins]).toEqual([0, 2 * half.people])
  const report = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(report.kinds.person).toMatchObject({
    found: 3000,
    created: 3000 - half.people,
    existing: half.people,
  })
  expect(await imported()).toEqual({ people: 3000, coins: 6000 })
})

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
