import type { EventType } from '@spawnpoint/sdk/common'
import type { PluginRow } from '@spawnpoint/sdk/server'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { packPlugin } from '../../package/pack-plugin.ts'
import { buildForTest } from '../plugin-server/build-for-test.ts'
import { createTestCaller, type TestCaller } from '../plugin-server/test-caller.ts'
import type { ProductIsolation, TestUser } from './product-orders.ts'
import { printStep } from './product-output.ts'
import { startProductProcess, type ProductProcess } from './product-process.ts'

const MANY_COINS = 1_000_000
// The dashboard's access check lets a browser in at these ports of this machine, and otherwise over HTTPS alone.
const BROWSER_PORTS = [5174, 5173]

/** Options of a test with the whole product. @example { folder: import.meta.dirname, product: '../spawnpoint' } */
export interface ProductOptions {
  /** The plugin's folder, the one with `manifest.ts`. It is built for the test. */
  readonly folder: string
  /** Folder of a checkout of Spawnpoint in which `npm ci` has run; a relative path begins at the working directory. Its dashboard is built when it is not yet. */
  readonly product: string
  /** Settings of the plugin, as an operator would have saved them. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Coins that the plugin may pay a day, as an operator sets it at consent; 1,000,000 when left out. */
  readonly coinsPerDay?: number
  /** Where its code runs: its server module in a worker and its pages in the page, unless you or the manifest say otherwise. */
  readonly isolation?: ProductIsolation
  /** Serves at a port where a browser may open the dashboard: one product at a time. */
  readonly forBrowser?: boolean
}

/** A user who is signed in. @example await ada.call(listNotes) */
export interface TestPerson extends TestCaller {
  readonly id: string
  readonly username: string
}

/** The part of Playwright's `BrowserContext` that {@link TestProduct.signInto} needs. @example const context: CookieJar = page.context() */
export interface CookieJar {
  addCookies(cookies: { name: string; value: string; url: string }[]): Promise<unknown>
}

/** The product with one more plugin, in a process and a database of its own. @example await product.runJob('settle') */
export interface TestProduct {
  readonly id: string
  /** Address of the dashboard, without a slash at its end. */
  readonly url: string
  /** Creates a user, with these permissions and coins, and signs them in. */
  signIn(user?: TestUser): Promise<TestPerson>
  /** Signs the person in to a browser: a context of Playwright, or what has its `addCookies`. */
  signInto(browser: CookieJar, person: TestPerson): Promise<void>
  anonymous(): TestCaller
  /** Coins on the account of a person. */
  coinsOf(person: TestPerson): Promise<number>
  /** Rows of any table; the plugin's own are in the schema of its name. */
  rows<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>
  /** Tells a fact, as another plugin would. */
  emit<S extends z.ZodType>(event: EventType<S>, payload: z.input<S>): Promise<void>
  /** Listens to an event. What it gives answers with the payloads that were told since then; they arrive a moment later. */
  hear<S extends z.ZodType>(event: EventType<S>): Promise<() => Promise<readonly z.output<S>[]>>
  /** Saves settings of the plugin, as an operator does. */
  configure(values: Readonly<Record<string, unknown>>): Promise<void>
  setCoinsPerDay(coins: number): Promise<void>
  /** Runs a job of the plugin now, and resolves when it has ended. Rejects with its failure. */
  runJob(name: string, payload?: unknown): Promise<void>
  /**
   * Puts the product's clock on by milliseconds, and runs once each scheduled job of the plugin that fell due meanwhile.
   * All that the product reads from `clock` moves: days of budgets and limits such as coins a day, ages, expiry. What
   * PostgreSQL's `now()` or `Date` tell goes on as before, the time of a transaction in the ledger and of `default now()`
   * among it, and scheduled jobs of other plugins do not run.
   */
  passTime(ms: number): Promise<void>
  enable(): Promise<void>
  disable(): Promise<void>
  uninstall(data: 'keep' | 'remove'): Promise<void>
  /** State and reason, as the plugins page shows them. */
  state(): Promise<Pick<PluginRow, 'state' | 'reason' | 'lastError'>>
  stop(): Promise<void>
}

/** The port, or any when it is 0; null where somebody listens there at this moment. */
const tryPort = (port: number) =>
  new Promise<number | null>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })

async function findPort(candidates: readonly number[]): Promise<number> {
  for (const candidate of candidates) {
    const port = await tryPort(candidate)
    if (port !== null) return port
  }
  throw new Error(
    `Something listens on the ports ${candidates.join(' and ')} of this machine: stop one of them.`,
  )
}

const cookiesIn = (line: string, url: string) =>
  line.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url }
  })

/**
 * Starts a whole product from a checkout, with the plugin installed and switched on: real users, coins, tickets and
 * servers, its jobs, and its dashboard for a browser. It prints each step of the start; rejects with the reason and the
 * last lines of the product when the plugin does not start.
 *
 * @example
 * const product = await startProduct({ folder: import.meta.dirname, product: '../spawnpoint', forBrowser: true })
 * const ada = await product.signIn({ coins: 100 })
 * await product.signInto(page.context(), ada)
 * await page.goto(`${product.url}/p/${product.id}`)
 */
export async function startProduct(options: ProductOptions): Promise<TestProduct> {
  const {
    folder,
    product,
    config = {},
    coinsPerDay = MANY_COINS,
    forBrowser = false,
    isolation = {},
  } = options
  printStep(`building the plugin in ${folder}`)
  const built = buildForTest(folder)
  const home = mkdtempSync(join(tmpdir(), 'spawnpoint-test-product-'))
  // As root the database's own user has to pass through it.
  chmodSync(home, 0o711)
  const clean = () => {
    built.remove()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const file = join(home, 'plugin.zip')
    writeFileSync(file, await packPlugin(built.dist))
    const port = await findPort(forBrowser ? BROWSER_PORTS : [0])
    const pluginsDir = join(home, 'plugins')
    mkdirSync(pluginsDir)
    const start = { file, port, dataDir: join(home, 'data'), pluginsDir, config, coinsPerDay, isolation }
    const running = await startProductProcess(product, start)
    return describeProduct(running, { id: built.manifest.id, url: `http://127.0.0.1:${port}`, clean })
  } catch (error) {
    clean()
    throw error
  }
}

function describeProduct(
  { ask, end }: ProductProcess,
  { id, url, clean }: { readonly id: string; readonly url: string; readonly clean: () => void },
): TestProduct {
  return {
    id,
    url,
    async signIn(user = {}) {
      const person = await ask('signIn', user)
      return { ...createTestCaller({ url, origin: url, ...person }), ...person }
    },
    async signInto(browser, { cookie }) {
      await browser.addCookies(cookiesIn(cookie, url))
    },
    anonymous: () => createTestCaller({ url, origin: url, id: null, cookie: '' }),
    coinsOf: (person) => ask('coinsOf', person.id),
    // The test says what its own query gives.
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await ask('rows', text, values)) as readonly Row[],
    emit: (event, payload) => ask('emit', event.name, event.payload.parse(payload)),
    async hear(event) {
      await ask('listen', event.name)
      return async () => (await ask('heard', event.name)).map((payload) => event.payload.parse(payload))
    },
    configure: (values) => ask('configure', values),
    setCoinsPerDay: (coins) => ask('setCoinsPerDay', coins),
    runJob: (name, payload = {}) => ask('runJob', name, payload),
    passTime: (ms) => ask('passTime', ms),
    enable: () => ask('enable'),
    disable: () => ask('disable'),
    uninstall: (data) => ask('uninstall', data),
    state: () => ask('state'),
    async stop() {
      await ask('stop')
      end()
      clean()
    },
  }
}
