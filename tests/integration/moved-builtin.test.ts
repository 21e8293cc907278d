import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanPlugin } from '../../kernel/common/plan.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { startMailbox } from '../support/server/mailbox.ts'
import { soak } from '../support/soak.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

/** One with widgets and a well-known route, one with emails and tables of its own, and one more. */
const moved = soak(['admin-home', 'coins', 'store'], ['admin-home', 'coins'])

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache', 'moved-'))
const roots = {
  builtin: join(home, 'builtin'),
  plugins: join(home, 'plugins'),
  locales: join(ROOT, 'locales'),
}
let server: TestServer

function build(id: string) {
  const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
  const command = [join(ROOT, 'sdk/cli/main.ts'), 'build', join(roots.plugins, id)]
  const { status, stderr, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}

beforeAll(async () => {
  const sources = join(ROOT, 'builtin')
  const isLeft = (path: string) => !moved.some((id) => path === join(sources, id))
  cpSync(sources, roots.builtin, { recursive: true, filter: isLeft })
  for (const id of moved) {
    cpSync(join(sources, id), join(roots.plugins, id), { recursive: true })
    build(id)
  }
  server = await startTestServer({ roots })
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const planOf = async (id: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/api/system/plan`, { headers })
  const { plugins } = (await answer.json()) as { plugins: readonly PlanPlugin[] }
  return plugins.find((plugin) => plugin.id === id)
}

describe('a removable built-in whose folder was moved to plugins', () => {
  it.each(moved)('[KRN9] %s is found there and starts', async (id) => {
    expect(existsSync(join(roots.builtin, id))).toBe(false)
    const row = (await server.server.plugins.list()).find((plugin) => plugin.id === id)
    expect(row).toMatchObject({ state: 'active', reason: null, kind: 'builtin' })
  })

  it('[KRN9] answers at its own endpoints and checks the permissions it defines', async () => {
    const { api } = await server.signIn({ permissions: ['admin.dashboard.view'] })
    const { body } = await api.get('/api/admin-home/checklist')
    expect((body['steps'] as { id: string }[]).map(({ id }) => id)).toContain('panel')
    expect((await api.get('/api/admin-home/activity')).status).toBe(403)
  })

  it('[KRN9] has its settings and its own tables', async () => {
    const { api } = await server.signIn()
    expect((await api.get('/api/store/items')).body.error_code).toBe('FEATURE_OFF')
    await server.server.core.settings.write({ store_enabled: true, max_ram: 4096 })
    expect(JSON.stringify((await api.get('/api/store/items')).body)).toContain('ram')
    const { rows } = await server.pool.query('select count(*)::int as count from store.purchase')
    expect(rows).toEqual([{ count: 0 }])
  })

  it('[KRN9] writes its emails from its own messages', async () => {
    const box = await startMailbox()
    try {
      await server.server.core.settings.write({
        smtp_enabled: true,
        smtp_host: '127.0.0.1',
        smtp_port: box.port,
        smtp_encryption: 'none',
        smtp_from: 'Spawnpoint <noreply@example.com>',
      })
      const root = await server.signIn({ permissions: ['admin.root'] })
      const { person } = await server.signIn()
      const adjustment = { user: person.id, amount: 900_000, note: 'a prize', requestKey: randomUUID() }
      expect(await root.api.post('/api/coins/adjustments', adjustment)).toMatchObject({
        status: 200,
        body: { balance: 900_000 },
      })
      expect(await box.emailTo(root.person.email)).toContain('a prize')
    } finally {
      await box.stop()
    }
  })

  it.each(moved)(
    '[KRN9] the modules of %s stand in the plan with address and hash, its paths unchanged',
    async (id) => {
      const plugin = await planOf(id)
      const { modules, contributes } = await readManifest(id)
      expect(plugin?.contributes).toEqual(contributes)
      expect(Object.keys(plugin?.modules ?? {})).toEqual(Object.keys(modules))
      for (const url of Object.values(plugin?.modules ?? {})) {
        expect(url).toMatch(new RegExp(`^/assets/plugins/${id}/[0-9a-f]{16}/browser/`))
        expect(plugin?.integrity?.[url]).toMatch(/^sha384-/)
      }
    },
  )

  it('[KRN10] brings its labels in the language of the page', async () => {
    const label = async (headers: Record<string, string>) =>
      (await planOf('admin-home', headers))?.labels['%nav%']
    const written = (language: string) =>
      /^\s+nav: '?([^'\n]+)'?$/m.exec(
        readFileSync(join(roots.plugins, `admin-home/locales/${language}.yml`), 'utf8'),
      )?.[1]
    expect(await label({})).toBe(written('en'))
    expect(await label({ cookie: 'locale=DE' })).toBe(written('de'))
    expect(await label({ 'accept-language': 'fr-FR' })).toBe(written('en'))
  })
})

async function readManifest(id: string) {
  const text = readFileSync(join(roots.plugins, id, 'dist/manifest.json'), 'utf8')
  return JSON.parse(text) as Pick<PlanPlugin, 'modules' | 'contributes'>
}
