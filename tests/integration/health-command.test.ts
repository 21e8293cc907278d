import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { childEnv, nodeOptions } from '../support/server/child-env.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const secretKey = 'pine-Quartz-71-harbour-Velvet-08-lantern'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY: secretKey } })
})
afterAll(() => server.stop())

/** `npm run health`, beside the product that runs. */
async function runHealth() {
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, 'kernel/cli/admin.ts'), 'health'], {
    cwd: ROOT,
    env: {
      ...childEnv(),
      APP_URL: server.config.origin,
      DATABASE_URL: server.config.databaseUrl ?? '',
      DATA_DIR: server.config.dataDir,
      SECRET_KEY: secretKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const out = text(child.stdout)
  const [code] = await once(child, 'exit')
  const lines = [...(await out).matchAll(/^(ok|warning|UNHEALTHY) +([\w-]+) +(.+)$/gm)]
  return { code, lines: lines.map(([, mark, name]) => ({ mark, name })) }
}

/** Lines of the system page; memory and event loop are facts of the process that serves. */
async function readPage() {
  const { api } = await server.signIn({ permissions: ['admin.dashboard.components.system.overview'] })
  const { body } = await api.get('/api/admin-home/overview')
  const lines = body['health'] as readonly { name: string; status: string }[]
  return lines.filter(({ name }) => name !== 'memory' && name !== 'event-loop')
}

const names = (lines: readonly { name: string | undefined }[]) => lines.map(({ name }) => name).toSorted()

it('[HLT6] ends with exit code 0 while nothing is unhealthy, and with 1 once something is, with the lines of the page', async () => {
  const page = await readPage()
  const well = await runHealth()
  expect(names(well.lines)).toEqual(names(page))
  const isWell = page.every(({ status }) => status !== 'unhealthy')
  expect([well.code, well.lines.some(({ mark }) => mark === 'UNHEALTHY')]).toEqual(
    isWell ? [0, false] : [1, true],
  )
  expect(isWell).toBe(true)

  await server.server.core.settings.write({ daily_backup_enabled: true })
  await server.pool.query(
    `insert into backups.backup (id, state, origin, file_name, created_at, failure)
     values (gen_random_uuid(), 'failed', 'schedule', 'old.spbackup', now() - interval '27 hours', 'space')`,
  )
  const ill = await runHealth()
  expect(ill.lines[0]).toEqual({ mark: 'UNHEALTHY', name: 'backups' })
  expect([ill.code, names(ill.lines)]).toEqual([1, names(page)])
})
