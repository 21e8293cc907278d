import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha384 } from '../../../sdk/package/read-package.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const FIRST = 'create table item (id int)'
const SECOND = 'create table other (id int)'
const plugins = createPluginsFolder()
let server: TestServer

const listed = (text: string) => ({ sha384: sha384(Buffer.from(text)), bytes: text.length })
const pathOf = (id: string, name: string) => join(plugins.folder, id, 'dist', name)

const write = (
  id: string,
  more: { migrations?: string; files?: Record<string, ReturnType<typeof listed>> },
) =>
  writeIsolatedPlugin(plugins, {
    id,
    mode: 'process',
    capabilities: ['server.http', 'server.db'],
    module: `endpoints.push(answer(post('/api/${id}/go'), manifest, async ({ db }) => ({ rows: await db.sql\`select * from item\` })))`,
    manifest: more,
    files: { 'migrations/0001_first.sql': FIRST, 'migrations/0002_second.sql': SECOND },
  })

const names = ['migrations/0001_first.sql', 'migrations/0002_second.sql'] as const
const built = { [names[0]]: listed(FIRST), [names[1]]: listed(SECOND) }
const ids = [
  'loses-file',
  'loses-listed-file',
  'loses-folder',
  'forgets-tables',
  'rewrites-file',
  'keeps-all',
]

beforeAll(async () => {
  for (const id of ids)
    write(id, { migrations: 'migrations', ...(/listed|rewrites|keeps/.test(id) ? { files: built } : {}) })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

it('[KRN3] leaves out a plugin in the folder whose applied migrations are gone, and names the file', async () => {
  for (const id of ids) expect((await server.anonymous().post(`/api/${id}/go`)).status).toBe(200)
  for (const id of ['loses-file', 'loses-listed-file']) rmSync(pathOf(id, 'migrations/0001_first.sql'))
  rmSync(pathOf('loses-folder', 'migrations'), { recursive: true })
  write('forgets-tables', {})
  writeFileSync(pathOf('rewrites-file', 'migrations/0002_second.sql'), `${SECOND} `)

  const next = await startServer({ config: server.config, roots: rootsWith(plugins) })
  try {
    const rows = await next.plugins.list()
    const found = (id: string) => rows.find((each) => each.id === id)
    const missing = /0001_first\.sql of .* is applied, but its file is missing/
    for (const [id, state, reason] of [
      ['loses-file', 'migrationFailed', missing],
      ['loses-listed-file', 'failed', /migrations\/0001_first\.sql is missing: build the plugin again/],
      ['loses-folder', 'migrationFailed', /folder of migrations .* does not exist/],
      ['forgets-tables', 'migrationFailed', missing],
      ['rewrites-file', 'failed', /migrations\/0002_second\.sql is not what the manifest says/],
    ] as const)
      expect([id, found(id)?.state, found(id)?.reason]).toEqual([id, state, expect.stringMatching(reason)])
    expect([found('keeps-all')?.state, found('keeps-all')?.reason ?? null]).toEqual(['active', null])
  } finally {
    await next.stop()
  }
})
