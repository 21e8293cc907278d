import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { fileIdOf, fillAccount } from '../../tests/support/fill-account.ts'
import { fillTables } from '../../tests/support/fill-tables.ts'
import { runCommand } from '../../tests/support/importers/run-import.ts'
import { rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { readArchive } from '../../tests/support/read-archive.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Step[]
}

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  rows: number
}

const visits = `create table visit (id uuid primary key default gen_random_uuid(), owner uuid not null, place text);
--> statement-breakpoint
create index visit_owner on visit (owner);`

const plugins = createPluginsFolder()
let given: TestServer
let base: string
let ada: string
let bob: string
beforeAll(async () => {
  const about = { version: '1.0.0', title: 'Visits', description: 'Visits', defaultEnabled: true }
  plugins.write({ id: 'acme-visits', ...about, migrations: 'migrations' }, null, {
    'migrations/0001_visit.sql': visits,
  })
  given = await startTestServer({ roots: rootsWith(plugins) })
  base = mkdtempSync(join(tmpdir(), 'spawnpoint-large-account-'))
  ada = (await given.signIn({ username: 'ada' })).person.id
  bob = (await given.signIn({ username: 'bob' })).person.id
  await fillTables(given, ada, bob)
})
afterAll(async () => {
  await given.stop()
  plugins.remove()
  rmSync(base, { recursive: true, force: true })
})

/** Exports a user, and answers the archive with everything that was asked of the database meanwhile. */
async function exportUser(username: string) {
  const asked: Asked[] = []
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function watch(
    this: Client,
    ...given_: unknown[]
  ) {
    const [config, values = []] = given_ as [string | { text: string }, unknown[]?]
    const entry: Asked = { text: typeof config === 'string' ? config : config.text, values, rows: 0 }
    asked.push(entry)
    const answer = Reflect.apply(query, this, given_) as Promise<QueryResult>
    if (answer instanceof Promise) void answer.then(({ rows }) => (entry.rows = rows.length)).catch(() => 0)
    return answer as never
  })
  onTestFinished(() => spy.mockRestore())
  const to = join(base, `${username}.zip`)
  onTestFinished(() => rmSync(to, { force: true }))
  expect(await runCommand(given, 'export-user', { to }, [username])).toMatchObject({ failed: false })
  spy.mockRestore()
  const files = await readArchive(readFileSync(to))
  const { kinds } = JSON.parse(String(files.get('manifest.json'))) as {
    kinds: readonly { kind: string; rows: number }[]
  }
  return {
    files,
    kinds: new Map(kinds.map(({ kind, rows }) => [kind, rows])),
    rowsOf: (kind: string) => JSON.parse(String(files.get(`${kind}.json`))) as { id: string | number }[],
    asked: asked.filter(({ text }) => !/^(begin|commit|rollback|set |select set_config)/i.test(text)),
    pages: asked.filter(({ text }) => text.includes('row_to_json')),
    keys: asked.filter(({ text }) => text.includes('own as materialized') && !text.includes('row_to_json')),
  }
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** The steps of a statement as PostgreSQL would run it, or has. */
async function explain({ text, values }: Asked, options: string, before = ''): Promise<readonly Step[]> {
  const client = await given.pool.connect()
  try {
    await client.query(`begin read only; ${before}`)
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Step }[] }>(
      `explain (format json${options}) ${text}`,
      [...values],
    )
    return rows[0]?.['QUERY PLAN'][0] ? stepsOf(rows[0]['QUERY PLAN'][0].Plan) : []
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const touched = (steps: readonly Step[]) =>
  steps
    .filter((step) => step['Relation Name'] !== undefined)
    .reduce(
      (sum, step) =>
        sum +
        ((step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)) * (step['Actual Loops'] ?? 1),
      0,
    )

it('[EXP40] the rows of a user are found by an index in every table', async () => {
  await given.pool.query(`insert into acme_visits.visit (owner, place) values ($1, 'Spawn')`, [ada])
  const { keys, kinds } = await exportUser('ada')
  expect(kinds.get('acme-visits.visit')).toBe(1)
  expect(keys.length).toBeGreaterThan(60)
  const unguided = new Set<string>()
  for (const each of keys)
    for (const step of await explain(each, '', 'set local enable_seqscan = off'))
      if (step['Relation Name'] && !step['Index Cond'] && !step['Recheck Cond'])
        unguided.add(`${step['Relation Name']}: ${step['Node Type']}`)
  expect([...unguided]).toEqual([])
})

const size = { entries: 200_000, tickets: 2_000, notifications: 20_000, files: 200 } as const

it('[EXP41] the work for each row of a very large account is bounded, and so is what is in memory', async () => {
  await fillAccount(given.server.core.database.connection, { user: ada, other: bob, size })
  for (let number = 1; number <= size.files; number += 1)
    await given.server.core.blobs.put(
      'tickets',
      Buffer.from(`[12:00:00] ${number}`),
      'text/plain',
      fileIdOf(number),
    )
  const { asked, files, kinds, rowsOf, pages, keys } = await exportUser('ada')

  expect(kinds.get('coin-entries')).toBe(size.entries)
  expect(kinds.get('coin-transfers')).toBe(size.entries)
  expect(kinds.get('tickets')).toBe(size.tickets + 1)
  expect(kinds.get('ticket-messages')).toBe(5 * size.tickets + 1)
  expect(kinds.get('notifications')).toBe(size.notifications)
  expect(kinds.get('ticket-files')).toBe(size.files + 1)
  expect(String(files.get(`files/tickets/${fileIdOf(7)}-latest-7.log`))).toBe('[12:00:00] 7')
  // Each row once, and in the order of the key, across all pages.
  const ids = rowsOf('coin-entries').map(({ id }) => Number(id))
  expect(ids.length).toBe(size.entries)
  expect(ids.every((id, at) => id > (ids[at - 1] ?? 0))).toBe(true)

  const rows = [...kinds.values()].reduce((sum, each) => sum + each, 0)
  // A page and its keys at most, and what each kind and each file costs once.
  expect(pages.length).toBeLessThanOrEqual(rows / 500 + kinds.size)
  expect(asked.length).toBeLessThanOrEqual((2.2 * rows) / 1_000 + 4 * keys.length + 8 * size.files)
  expect(Math.max(...asked.filter((each) => !keys.includes(each)).map((each) => each.rows))).toBe(500)
  expect(Math.max(...keys.map((each) => each.rows))).toBe(50_000)

  let found = 0
  for (const each of keys) found += touched(await explain(each, ', analyze, timing off, summary off'))
  expect(found).toBeLessThanOrEqual(12 * rows)
  const some = pages.filter((_page, at) => at % 25 === 0)
  for (const each of some) {
    const steps = await explain(each, ', analyze, timing off, summary off')
    // A table of some thousand rows is read as a whole, which costs less than 500 look-ups.
    expect([each.text.slice(0, 80), touched(steps) <= 60 * 500]).toEqual([each.text.slice(0, 80), true])
  }
})

it('[EXP41] a user with few rows waits for nobody else’s', async () => {
  await given.signIn({ username: 'cleo' })
  await given.pool.query('analyze')
  const { keys, pages } = await exportUser('cleo')
  expect(pages.length).toBeLessThan(20)
  let found = 0
  for (const each of [...keys, ...pages])
    found += touched(await explain(each, ', analyze, timing off, summary off'))
  expect(found).toBeLessThan(2_000)
})
