import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runCommand } from '../../tests/support/importers/run-import.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'config-example-'))
  // The demonstration panel's games come a moment after the start, and would change the state between plan and apply.
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query('select from eggs.egg')
    expect(rows.length).toBeGreaterThan(0)
  }, 60_000)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  await server.stop()
})

it('[CFG7] the example of the README is taken by a new instance, and leaves nothing to change', async () => {
  vi.stubEnv('PANEL_KEY', 'ptla_of_the_example')
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  const [, example = ''] = /```yaml\n([\s\S]+?)```/.exec(readme) ?? []
  const [wanted, plan] = [join(folder, 'wanted.yml'), join(folder, 'plan.json')]
  writeFileSync(wanted, example)
  const planned = await runCommand(server, 'config plan', {}, [wanted, plan])
  expect(planned).toMatchObject({ failed: false, text: expect.stringContaining('changes. To make them') })
  const applied = await runCommand(server, 'config apply', {}, [plan])
  expect(applied).toEqual({ failed: false, text: expect.stringMatching(/^Made \d+ changes\.$/) })
  const again = await runCommand(server, 'config plan', {}, [wanted, plan])
  expect(again).toEqual({ failed: false, text: 'Nothing to change.' })
})
