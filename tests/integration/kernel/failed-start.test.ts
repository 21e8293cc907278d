import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
const seen: string[] = []

beforeAll(async () => {
  Reflect.set(globalThis, 'seenByStarter', seen)
  plugins.write(
    { id: 'starter', version: '1.0.0', title: 'Starter', description: 'Starter', defaultEnabled: true },
    `import { definePluginServer, Database } from '@spawnpoint/sdk/server'
export default definePluginServer({ kind: 'builtin' }, { uses: { db: Database }, async setup({ db }, host) {
  globalThis.seenByStarter.push('started')
  // A job queue of a later version: the worker, which starts last, refuses it.
  await db.query({ text: 'insert into graphile_worker.migrations (id, breaking) values (999999, true)' })
  host.onDispose(async () => {
    const [row] = await db.query({ text: 'select 1 as one' })
    globalThis.seenByStarter.push('disposed with ' + row.one)
  })
} })`,
  )
})
afterAll(() => plugins.remove())

it('[KRN15] disposes its plugins, database in hand, when the start fails at the end', async () => {
  const start = startTestServer({
    roots: { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') },
  })
  await expect(start).rejects.toThrow(/999999/)
  expect(seen).toEqual(['started', 'disposed with 1'])
})
