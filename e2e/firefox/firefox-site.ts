import { expect, test as base } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { buildTestPlugin } from '../../tests/support/plugins/build-test-plugin.ts'
import { startHttpsProxy } from '../../tests/support/product/https-proxy.ts'
import { startProduct, type Product } from '../../tests/support/product/start-product.ts'
import { copyPreparedSite } from '../behind-https.ts'
import { admin, firstAdminLink } from '../people.ts'
import { openFirefox, PATIENCE_MS, sizePage } from './open-firefox.ts'

const DOMAIN = 'dash.example.com'

/** The product behind a TLS proxy, and a Firefox that finds it at its domain. */
export interface FirefoxSite {
  readonly product: Product
  readonly origin: string
  readonly page: Page
  /** Paths that were asked for, whoever asked. */
  readonly asked: readonly string[]
  /** From here on somebody on the way adds a line to these scripts; null ends it. */
  tamper(scripts: RegExp | null): void
  /** A page of somebody else, logged in as one of the people of a prepared site. */
  visitor(person?: 'admin' | 'customer'): Promise<Page>
}

type Undo = () => unknown

/** Each opened resource registers its undo at once, since a later one may fail to open. */
async function openSite(undos: Undo[], isPrepared: boolean): Promise<FirefoxSite> {
  let port = 0
  let tampered: RegExp | null = null
  const asked: string[] = []
  const addTo = (path: string) => {
    asked.push(path)
    return tampered?.test(path) ? '\nwindow.wasTamperedWith = true' : ''
  }
  const proxy = await startHttpsProxy(DOMAIN, () => port, addTo)
  undos.push(proxy.close)
  const origin = `https://${DOMAIN}`
  const copy = isPrepared ? copyPreparedSite() : null
  if (copy) undos.push(copy.remove)
  const dataDir = copy ? { dataDir: copy.dataDir } : {}
  const product = await startProduct({ origin: () => origin, env: { TRUST_PROXY: '1' }, ...dataDir })
  undos.push(product.stop)
  port = product.port
  const browser = await openFirefox({ domain: DOMAIN, port: proxy.port })
  undos.push(() => browser.close())
  const page = await browser.newPage()
  await sizePage(page)
  page.setDefaultTimeout(PATIENCE_MS)
  await copy?.confirmPasswords({ product, origin })
  return {
    product,
    origin,
    page,
    asked,
    tamper: (scripts) => void (tampered = scripts),
    async visitor(person) {
      const context = await browser.createBrowserContext()
      const cookies = copy?.cookies[person ?? ''] ?? []
      const given = cookies.map(({ name, value, httpOnly, secure }) => ({ name, value, httpOnly, secure }))
      await context.setCookie(...given.map((each) => ({ ...each, domain: DOMAIN, path: '/' })))
      const opened = await context.newPage()
      await sizePage(opened)
      opened.setDefaultTimeout(PATIENCE_MS)
      return opened
    },
  }
}

interface Fixtures {
  /** Id → sources of plugins that the product shall find. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Starts with what the journeys of Chromium start with: an administrator, a customer, and one of each thing. */
  readonly isPrepared: boolean
  readonly site: FirefoxSite
}

/** Each test has a product and a browser of its own; of one that fails there is a picture. */
export const test = base.extend<Fixtures>({
  plugins: [{}, { option: true }],
  isPrepared: [false, { option: true }],
  site: async ({ plugins, isPrepared }, use, info) => {
    const undos: Undo[] = []
    try {
      for (const [id, sources] of Object.entries(plugins)) undos.push(buildTestPlugin(id, sources))
      const site = await openSite(undos, isPrepared)
      await use(site)
      if (info.status !== info.expectedStatus) {
        const path = info.outputPath('page.png')
        await site.page.screenshot({ path })
        await info.attach('the page at its end', { path, contentType: 'image/png' })
      }
    } finally {
      for (const undo of undos.toReversed()) await undo()
    }
  },
})

const fill = (page: Page, purpose: string, value: string) =>
  page.locator(`input[autocomplete="${purpose}"]`).fill(value)

/** Adds to a time-out what was being done. */
const explained = async <T>(what: string, doing: Promise<T>): Promise<T> => {
  try {
    return await doing
  } catch (cause) {
    throw new Error(`Firefox did not ${what}`, { cause })
  }
}

export const press = (page: Page, name: string) =>
  explained(`find and press the button "${name}"`, page.locator(`button ::-p-text(${name})`).click())
export const see = (page: Page, text: string) =>
  explained(`show "${text}"`, page.locator(`::-p-text(${text})`).wait())

/** Through the form, as whoever starts the product does. */
export async function registerAdmin({ page, product }: FirefoxSite) {
  await page.goto(await firstAdminLink(product))
  await fill(page, 'given-name', admin.firstName)
  await fill(page, 'family-name', admin.lastName)
  await fill(page, 'username', admin.username)
  await fill(page, 'email', admin.email)
  await fill(page, 'new-password', admin.password)
  await page.locator('input[type=checkbox]').click()
  await press(page, 'Create account')
  await page.waitForFunction(() => location.pathname === '/mc-admin')
  await page.goto(new URL('/dashboard', page.url()).href)
  await page.locator('nav a[href="/dashboard"]').wait()
  await page.waitForNetworkIdle()
}

/** Calls the API with the visitor's cookies; the status, and what was answered. */
export const callApi = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        ...(call.body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call.body),
        }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    { method, path, body },
  )

export { expect }
