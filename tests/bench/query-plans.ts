import { Pool } from 'pg'
import { z } from 'zod'
import { superuser } from '../../kernel/cli/postgres/postgres-server.ts'
import type { BenchServer } from './start-bench-server.ts'

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly 'Actual Rows'?: number | undefined
  readonly 'Actual Loops'?: number | undefined
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly 'Rows Removed by Index Recheck'?: number | undefined
  readonly Plans?: readonly PlanNode[] | undefined
}

const node: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number().optional(),
    'Actual Loops': z.number().optional(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    Plans: z.array(node).optional(),
  }),
)
const plan = z.object({ 'Query Text': z.string(), Plan: node })

/** Rows of a step, and those that it looked at in vain. */
const rowsOf = (each: PlanNode): number =>
  ((each['Actual Rows'] ?? 0) +
    (each['Rows Removed by Filter'] ?? 0) +
    (each['Rows Removed by Index Recheck'] ?? 0)) *
  (each['Actual Loops'] ?? 1)

/** Finds the faults of a plan: a large table read from end to end, or more rows touched than a page justifies. A limit may end a scan early. */
export function faultsOf(
  root: PlanNode,
  large: ReadonlySet<string>,
  most: number,
  limited = false,
): string[] {
  const own: string[] = []
  const table = root['Relation Name'] ?? ''
  const isBounded = rowsOf(root) <= most && limited
  if (root['Node Type'].includes('Seq Scan') && large.has(table) && !isBounded)
    own.push(`Seq Scan of ${table}`)
  else if (rowsOf(root) > most)
    own.push(`${root['Node Type']}${table && ` of ${table}`}: ${rowsOf(root)} rows`)
  return [
    ...own,
    ...(root.Plans ?? []).flatMap((each) =>
      faultsOf(each, large, most, limited || root['Node Type'] === 'Limit'),
    ),
  ]
}

export interface ReadPlan {
  readonly sql: string
  readonly root: PlanNode
}

const loaded = `
  do $$ begin execute format('alter database %I set session_preload_libraries = ''auto_explain''', current_database()); end $$;
  alter system set auto_explain.log_min_duration = 0;
  alter system set auto_explain.log_analyze = on;
  alter system set auto_explain.log_timing = off;
  alter system set auto_explain.log_format = 'json';
  alter system set auto_explain.log_level = 'notice';
  alter system set auto_explain.log_parameter_max_length = 0`

/** From now on the server keeps the plan of each of its statements, as PostgreSQL has run it. */
export async function explainAll({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, user: superuser, max: 1 })
  try {
    await pool.query("load 'auto_explain'")
    for (const statement of loaded.split(/;\s*(?=alter)/)) await pool.query(statement)
    await pool.query('select pg_reload_conf()')
    // Only new connections load the library; the server opens them with its next queries.
    await pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  } finally {
    await pool.end()
  }
}

/** The plans of the statements since the last call, without those that were only explained and not run. */
export const takePlans = async (server: BenchServer): Promise<ReadPlan[]> =>
  (await server.takePlans())
    .map((text) => plan.parse(JSON.parse(text)))
    .filter((read) => !read['Query Text'].startsWith('explain'))
    .map((read) => ({ sql: read['Query Text'], root: read.Plan }))
