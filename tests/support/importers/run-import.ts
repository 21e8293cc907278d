import type { ImportReport } from '../../../builtin/importers/server/run/report.ts'
import type { TestServer } from '../server/start-test-server.ts'

type Options = Readonly<Record<string, string | true>>

/** Runs a command of `npm run admin`, as the operator would. */
export async function runCommand(
  server: TestServer,
  name: string,
  options: Options = {},
  given: readonly string[] = [],
) {
  const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const command = commands.find((each) => each.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  const { text, failed = false } = await command.run(given, options)
  return { text, failed }
}

/** Imports and answers the report. */
export async function runImport(server: TestServer, system: string, options: Options): Promise<ImportReport> {
  const { text, failed } = await runCommand(server, `import ${system}`, { json: true, ...options })
  if (failed) throw new Error(text)
  return JSON.parse(text) as ImportReport
}

// Scheduled jobs fill these by themselves, at any moment of a test.
const filledByJobs = [
  'kernel.job_run',
  'leaderboard.board',
  'leaderboard.score',
  'servers.look_back',
  'servers.reading',
  'coins.flow_day',
  'coins.flow_settled',
  'coins.reckoning',
  'coins.wealth_day',
]

/** Everything that an import could have written, by table, with the number of its rows. */
export async function countRows(server: TestServer): Promise<Readonly<Record<string, number>>> {
  const { rows } = await server.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    if (filledByJobs.includes(name)) continue
    const { rows: counted } = await server.pool.query<{ n: number }>(`select count(*)::int as n from ${name}`)
    counts[name] = counted[0]?.n ?? 0
  }
  return counts
}
