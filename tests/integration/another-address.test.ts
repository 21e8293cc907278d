import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { startServer } from '../../kernel/cli/start-server.ts'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { productMigrations } from '../support/database/product-migrations.ts'
import { SITE } from '../support/product/run-proxy.ts'
import { caddyProgram, startRedirectingCaddy } from '../support/product/start-caddy.ts'
import { createApiClient } from '../support/server/api-client.ts'
import { startMailbox } from '../support/server/mailbox.ts'
import { aRegistration, PASSWORD } from '../support/visitors/people.ts'

/** The passage of the README about another address. */
const [earlier, later] = ['https://old.example.com', `https://${SITE}`] as const

it('[OPS28] takes writes at another address alone, sends its links, and goes on taking those of earlier emails', async () => {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-address-'))
  const box = await startMailbox()
  const start = (address: string) =>
    startServer({
      config: readConfig({
        PORT: '0',
        APP_URL: address,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
      }),
    })
  let server = await start(earlier)
  onTestFinished(async () => {
    await server.stop()
    await box.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const at = (address: string) => createApiClient(() => `http://127.0.0.1:${server.port}`, address, '')
  const person = aRegistration()
  expect((await at(earlier).post('/api/auth/register', person)).status).toBe(200)
  await server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Spawnpoint <noreply@example.com>',
  })
  await at(earlier).post('/api/auth/forgot', { email: person.email })
  const old = await box.emailTo(person.email)
  expect(old).toContain(`${earlier}/auth/`)
  await server.stop()

  server = await start(later)
  const login = { login: person.username, password: PASSWORD }
  expect((await at(earlier).post('/api/auth/login', login)).status).toBe(403)
  expect((await at(later).post('/api/auth/login', login)).status).toBe(200)
  const token = /#token=([\w-]{43})/.exec(old)?.[1] ?? ''
  const count = box.count()
  const reset = await at(later).post('/api/auth/reset', { token, password: 'a brand new phrase' })
  expect(reset.status).toBe(200)
  const written = await box.emailTo(person.email, count)
  expect(written).toContain(`href="${later}"`)
  expect(written).not.toContain(earlier)
})

it.skipIf(caddyProgram === null)(
  '[OPS28] leads links of the earlier address to the same page (skipped where Caddy is not installed)',
  async () => {
    const caddy = await startRedirectingCaddy()
    onTestFinished(caddy.stop)
    const call = request({
      host: '127.0.0.1',
      port: caddy.https,
      servername: SITE,
      ca: caddy.cert,
      path: '/i/harbour?size=2',
      headers: { host: `${SITE}:${caddy.https}` },
    })
    call.end()
    const [answer] = await once(call, 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `${later}/i/harbour?size=2`])
  },
)
