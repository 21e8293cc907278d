import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
const taken = createServer()
const seen: string[] = []

beforeAll(async () => {
  Reflect.set(globalThis, 'seenByStarter', seen)
  plugins.write(
    { id: 'starter', version: '1.0.0', title: 'Starter', description: 'Starter', defaultEnabled: true },
    `import { defineServerPart, Database } from '@spawnpoint/sdk/server'
export default defineServerPart({ uses: { db: Database }, setup({ db }, host) {
  globalThis.seenByStarter.push('started')
  host.onDispose(async () => {
    const [row] = await db.query({ text: 'select 1 as one' })
    globalThis.seenByStarter.push('disposed with ' + row.one)
  })
} })`,
  )
  await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  taken.close()
  plugins.remove()
})

it('[KRN15] disposes its plugins, database in hand, when the start fails at the end', async () => {
  // It listens, so its address is one with a port.
  const { port } = taken.address() as AddressInfo
  const start = startTestServer({
    env: { PORT: String(port), HOST: '127.0.0.1' },
    roots: { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') },
  })
  await expect(start).rejects.toThrow('is taken')
  expect(seen).toEqual(['started', 'disposed with 1'])
})
