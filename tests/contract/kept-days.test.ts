import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBuiltins } from '../../kernel/server/host/catalogue.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

/** The built-ins with a setting that was made by `keptDays`, which alone puts it on that tab. */
const readKeepers = async () => {
  const builtins = await readBuiltins(join(ROOT, 'builtin'))
  const keepers = await Promise.all(
    builtins.map(async ({ id, loadServer }) => {
      const server = await loadServer()
      const settings = server?.kind === 'trusted-server' ? Object.values(server.settings ?? {}) : []
      return settings.some(({ group }) => group === 'retention') ? [id] : []
    }),
  )
  return keepers.flat()
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('[OPS35] each plugin that keeps something for days has a job that prune runs', async () => {
  const keepers = await readKeepers()
  const pruning = new Set(server.server.core.runner.pruning().map(({ plugin }) => plugin))
  expect(keepers).toContain('referrals')
  expect(keepers.filter((id) => !pruning.has(id))).toEqual([])
})
