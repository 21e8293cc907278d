import { compareTable } from '@spawnpoint/sdk/testing/resource'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { readResources } from '../support/resources.ts'
import { startTestServer } from '../support/server/start-test-server.ts'

const readTables = async (): Promise<readonly (readonly [string, PgTable])[]> => {
  const files = globSync('builtin/*/server/tables.ts', { cwd: ROOT }).sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(ROOT, file)).href)))
  return modules.flatMap((module: object, index) =>
    Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
      is(value, PgTable) ? [[`${files[index]} ${name}`, value] as const] : [],
    ),
  )
}

const declared = (await readResources()).map((resource) => [resource.id, resourceTable(resource)] as const)
const tables = [...declared, ...(await readTables())]

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('every table of a built-in', () => {
  it.each(tables)('%s is the table that its migrations make', async (_name, table) => {
    const query = async (text: string, values: readonly unknown[]) =>
      (await server.server.core.pool.query<Record<string, unknown>>(text, [...values])).rows
    expect(await compareTable(table, query)).toEqual([])
  })
})
