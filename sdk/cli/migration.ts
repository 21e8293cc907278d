import { isResource, type Resource } from '@spawnpoint/sdk/resource'
import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ToolProblem, type PluginCommand } from './command.ts'
import { pluginFolder } from './plugin-folder.ts'
import { sayDone, sayWarning } from './say.ts'

const USUAL = 'server/migrations'

const importFrom = async (folder: string, file: string): Promise<Readonly<Record<string, unknown>>> =>
  import(pathToFileURL(join(folder, file)).href)

/** Migrations run in the plugin's own schema, so its tables need no schema before their names. */
const tidied = (statement: string, { table: { schema } }: Resource) =>
  statement.replaceAll(`"${schema}".`, '').replaceAll('\t', '  ').trim()

/** The statements that create the table of a resource, its constraints and its indexes. */
export async function createTableSql(resource: Resource): Promise<string> {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api')
  const table = generateDrizzleJson({ table: resourceTable(resource) })
  const statements = await generateMigration(generateDrizzleJson({}), table)
  const needsTrigrams = statements.some((statement) => statement.includes('gin_trgm_ops'))
  return [
    ...(needsTrigrams ? ['create extension if not exists pg_trgm with schema public;\n'] : []),
    ...statements.map((statement) => tidied(statement, resource)),
    '',
  ].join('\n')
}

async function readResource(folder: string): Promise<Resource> {
  if (!existsSync(join(folder, 'resource.ts'))) throw new ToolProblem(`${folder} has no resource.ts.`)
  const [resource, ...others] = Object.values(await importFrom(folder, 'resource.ts')).filter(isResource)
  if (!resource || others.length > 0)
    throw new ToolProblem(`${folder}/resource.ts must export one resource, made by defineResource.`)
  return resource
}

export const migration: PluginCommand = {
  arguments: ['[folder]'],
  summary: 'Writes the first migration of a resource from its declaration. Read it before you commit it.',
  options: { print: { type: 'boolean', about: 'only prints it' } },
  async run(input) {
    const folder = pluginFolder(input)
    const resource = await readResource(folder)
    const { default: manifest } = await importFrom(folder, 'manifest.ts')
    const named = manifest instanceof Object && 'migrations' in manifest ? manifest.migrations : undefined
    const target = join(folder, typeof named === 'string' ? named : USUAL)
    const sql = await createTableSql(resource)
    if (input.flag('print')) {
      console.log(sql)
      return true
    }
    const existing = globSync('*.sql', { cwd: target }).length
    const file = join(target, `${String(existing + 1).padStart(4, '0')}_${resource.table.name}.sql`)
    if (globSync(`*_${resource.table.name}.sql`, { cwd: target }).length > 0)
      throw new ToolProblem(
        `${relative(process.cwd(), target)} already creates the table ${resource.table.name}. Write the change by hand; the resource's test compares table and declaration.`,
      )
    mkdirSync(target, { recursive: true })
    writeFileSync(file, sql)
    sayDone(`Wrote ${relative(process.cwd(), file)}: read it before you commit it.`)
    if (named === undefined) sayWarning(`Add migrations: '${USUAL}' to manifest.ts: no other migrations run.`)
    return true
  },
}
