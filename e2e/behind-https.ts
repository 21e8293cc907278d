import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Cookie,
  Page,
  PlaywrightWorkerArgs,
} from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLIENT_ADDRESS, startHttpsProxy, type Line } from '../tests/support/product/https-proxy.ts'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'
import { admin, customer, type Account } from './people.ts'
import browserConfig from './playwright.config.ts'
import { rememberToasts } from './toasts.ts'

const DOMAIN = 'dash.example.com'

/** The product behind a TLS proxy and a browser that finds it at its domain. */
export interface SecureSite {
  readonly product: Product
  readonly origin: string
  /** A visitor with a separate browser context and reduced motion; logged in as one of the people of a prepared site. */
  visitor(
    person?: 'admin' | 'customer',
    device?: BrowserContextOptions,
  ): Promise<{ readonly context: BrowserContext; readonly page: Page }>
  /** How the connections of its visitors are from now on. */
  setLine(line: Line): void
  /** Kills the product without a warning, and starts it again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

type Launcher = Pick<PlaywrightWorkerArgs['playwright'], 'chromium'>

const launch = (playwright: Launcher, proxyPort: number): Promise<Browser> => {
  const options = browserConfig.use?.launchOptions
  return playwright.chromium.launch({
    ...options,
    args: [...(options?.args ?? []), `--host-resolver-rules=MAP ${DOMAIN}:443 127.0.0.1:${proxyPort}`],
  })
}

interface Place {
  /** The checkout that is started, where it is not this one. */
  readonly root?: string
  readonly dataDir?: string
  /** With its launcher, which starts it again where it ends to restore a backup. */
  readonly builds?: boolean
}

export async function openBehindHttps(
  playwright: Launcher,
  env: Readonly<Record<string, string>> = {},
  place: Place = {},
  cookies: Readonly<Record<string, Cookie[]>> = {},
): Promise<SecureSite> {
  let port = 0
  const proxy = await startHttpsProxy(DOMAIN, () => port)
  const origin = `https://${DOMAIN}`
  const options = { origin: () => origin, env: { TRUST_PROXY: '1', ...env }, ...place }
  let product = await startProduct(options)
  port = product.port
  const browser = await launch(playwright, proxy.port)
  return {
    get product() {
      return product
    },
    origin,
    async visitor(person, device) {
      const context = await browser.newContext({
        baseURL: origin,
        ignoreHTTPSErrors: true,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
        ...device,
      })
      await rememberToasts(context)
      // The set-up of the whole run has Playwright's own limit of 30 s otherwise.
      context.setDefaultTimeout(0)
      if (person) await context.addCookies(cookies[person] ?? [])
      return { context, page: await context.newPage() }
    },
    setLine: proxy.setLine,
    async restart() {
      const ended = once(product.process, 'exit')
      product.process.kill('SIGKILL')
      await ended
      product = await startProduct({ ...options, port, dataDir: product.dataDir })
    },
    async close() {
      await browser.close()
      await product.stop()
      await proxy.close()
    },
  }
}

type Opened = Pick<SecureSite, 'product' | 'origin'>

const post = ({ product, origin }: Opened, path: string, cookies: readonly Cookie[], body: object) =>
  fetch(`http://127.0.0.1:${product.port}${path}`, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': CLIENT_ADDRESS,
      'x-forwarded-proto': 'https',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify(body),
  })

/** The session of an administrator ends after half an hour without a visit, and a run may take longer. */
const logInAgain = async (site: Opened, { username, password }: Account, cookies: Cookie[]) => {
  const answer = await post(site, '/api/auth/login', [], { login: username, password })
  if (!answer.ok) throw new Error(`${username} is not let in: ${answer.status} ${await answer.text()}`)
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    for (const cookie of cookies) if (cookie.name === name) cookie.value = value
  }
}

/** The password counts as confirmed for some minutes, which may have passed since the log-in. */
const confirmPassword = async (site: Opened, account: Account, cookies: Cookie[]) => {
  const { password } = account
  const confirm = () => post(site, '/api/auth/reauthenticate', cookies, { password })
  let answer = await confirm()
  if (answer.status === 401) {
    await logInAgain(site, account, cookies)
    answer = await confirm()
  }
  if (!answer.ok) throw new Error(`the password was not confirmed: ${answer.status} ${await answer.text()}`)
}

/** A copy of what was prepared once for the whole run, and the sessions of its people. */
export function copyPreparedSite() {
  const prepared = process.env['PREPARED_SITE'] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-e2e-'))
  // As root the database's own user has to pass through it.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  // With owners and times, which the database checks.
  execFileSync('cp', ['-a', join(prepared, 'data'), dataDir])
  const cookies: Record<string, Cookie[]> = JSON.parse(readFileSync(join(prepared, 'cookies.json'), 'utf8'))
  return {
    dataDir,
    cookies,
    confirmPasswords: async (site: Opened) => {
      await confirmPassword(site, admin, cookies['admin'] ?? [])
      await confirmPassword(site, customer, cookies['customer'] ?? [])
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * A site that has an administrator, a customer with a server, and one of each thing that has a page: a copy of what
 * was prepared once for the whole run.
 */
export async function openPreparedSite(
  playwright: Launcher,
  env: Readonly<Record<string, string>> = {},
): Promise<SecureSite> {
  const { dataDir, cookies, confirmPasswords, remove } = copyPreparedSite()
  const site = await openBehindHttps(playwright, env, { dataDir }, cookies)
  await confirmPasswords(site)
  const { close } = site
  return Object.assign(site, {
    async close() {
      await close()
      remove()
    },
  })
}
