import type { Browser, BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { startHttpsProxy } from '../tests/support/product/https-proxy.ts'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'
import browserConfig from './playwright.config.ts'

const DOMAIN = 'dash.example.com'

/** The product behind a TLS proxy and a browser that finds it at its domain. */
export interface SecureSite {
  readonly product: Product
  readonly origin: string
  /** A visitor with a separate browser context: no cookies, reduced motion. */
  visitor(): Promise<{ readonly context: BrowserContext; readonly page: Page }>
  close(): Promise<void>
}

const launch = (playwright: PlaywrightWorkerArgs['playwright'], proxyPort: number): Promise<Browser> => {
  const options = browserConfig.use?.launchOptions
  return playwright.chromium.launch({
    ...options,
    args: [...(options?.args ?? []), `--host-resolver-rules=MAP ${DOMAIN}:443 127.0.0.1:${proxyPort}`],
  })
}

export async function openBehindHttps(
  playwright: PlaywrightWorkerArgs['playwright'],
  env: Readonly<Record<string, string>> = {},
  /** The checkout that is started, where it is not this one. */
  place: { readonly root?: string } = {},
): Promise<SecureSite> {
  let port = 0
  const proxy = await startHttpsProxy(DOMAIN, () => port)
  const origin = `https://${DOMAIN}`
  const product = await startProduct({
    origin: () => origin,
    env: { TRUST_PROXY: '1', ...env },
    ...place,
  })
  port = product.port
  const browser = await launch(playwright, proxy.port)
  return {
    product,
    origin,
    async visitor() {
      const context = await browser.newContext({
        baseURL: origin,
        ignoreHTTPSErrors: true,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
      })
      return { context, page: await context.newPage() }
    },
    async close() {
      await browser.close()
      await product.stop()
      await proxy.close()
    },
  }
}
