import type { RunningServer } from '../../../kernel/cli/start-server.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { createTestDatabase } from '../database/create-test-database.ts'
import { productMigrations } from '../database/product-migrations.ts'

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export interface Product {
  readonly server: RunningServer
  readonly clock: { advance(ms: number): void; now(): Date }
  /** A browser: it keeps its cookies. */
  visitor(ip?: string): Visitor
  /** Another process of the same product begins and ends. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

export interface Visitor {
  readonly cookies: Map<string, string>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
}

const keep = (cookies: Map<string, string>, lines: readonly string[]) => {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, pair.slice(at + 1))
  }
}

function createVisitor(base: string, origin: string, ip: string): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    cookies,
    async call(method, path, body, headers = {}) {
      const response = await fetch(base + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookies.size > 0
            ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
            : {}),
          'x-forwarded-for': ip,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      keep(cookies, response.headers.getSetCookie())
      const text = await response.text()
      return {
        status: response.status,
        body: text.startsWith('{') ? JSON.parse(text) : {},
        headers: response.headers,
      }
    },
    post: (path, body = {}) => visitor.call('POST', path, body),
    get: (path, headers) => visitor.call('GET', path, undefined, headers),
  }
  return visitor
}

/** The whole product on its own database, with a clock that the test moves. */
export async function startProduct(options: { dataDir: string }): Promise<Product> {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead), advance: (ms: number) => void (ahead += ms) }
  const origin = 'http://127.0.0.1:5173'
  const config = readConfig({
    APP_URL: origin,
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: options.dataDir,
    SECRET_KEY: 'a key that only this test knows, long enough',
    TRUST_PROXY: '1',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
  })
  const server = await startServer({ config, clock })
  let visitors = 0
  return {
    server,
    clock,
    visitor: (ip) => {
      visitors += 1
      return createVisitor(`http://127.0.0.1:${server.port}`, origin, ip ?? `198.51.100.${visitors % 250}`)
    },
    startAgain: async () => (await startServer({ config, clock })).stop(),
    async stop() {
      await server.stop()
      await database.drop()
    },
  }
}
