import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../support/browser/chromium.ts'
import { startHttpsProxy } from '../support/product/https-proxy.ts'
import { recordTraffic, type Traffic } from './record-traffic.ts'
import type { BenchPerson } from './start-bench-server.ts'

const cpuSlowdown = 4
/** A phone far from the town: what a first visit is judged by. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Site {
  /** The proper domain name that browsers know it by. */
  readonly host: string
  readonly port: number
}

export interface Visit {
  readonly path: string
  readonly host?: string
  readonly person?: BenchPerson | undefined
  readonly isSlow?: boolean
  readonly isFar?: boolean
  readonly isPhone?: boolean
  /** Prepares the page before it goes anywhere. */
  before?(page: Page): Promise<unknown>
}

export interface OpenSites {
  /** Visits with nothing in the cache until nothing is fetched any more; the page is closed behind it. */
  visit<T>(visit: Visit, look: (page: Page, traffic: Traffic) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const firstHost = 'dash.example.com'

const cookiesOf = (host: string, { cookies }: BenchPerson) =>
  cookies.map((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const isHidden = name.startsWith('__Host-')
    const value = pair.slice(at + 1)
    return { name, value, url: `https://${host}`, httpOnly: isHidden, secure: true, sameSite: 'Lax' as const }
  })

/** The browser starts a process ahead of need; until that stands, its start would be measured as well. */
const settle = () => new Promise((resolve) => void setTimeout(resolve, 600))

async function slowDown(page: Page, { isSlow = false, isFar = false }: Visit): Promise<void> {
  if (!isSlow && !isFar) return
  await settle()
  const session = await page.context().newCDPSession(page)
  if (isSlow) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  if (!isFar) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
}

async function openPage(browser: Browser, visit: Visit): Promise<Page> {
  const { host = firstHost, person, isPhone } = visit
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1350, height: 940 },
  })
  if (person) await context.addCookies(cookiesOf(host, person))
  const page = await context.newPage()
  await slowDown(page, visit)
  return page
}

/** Each site under its own name at HTTPS, and a browser that finds only them. */
export async function openSites(sites: readonly Site[]): Promise<OpenSites> {
  const proxies = await Promise.all(sites.map(({ host, port }) => startHttpsProxy(host, () => port)))
  const mapped = sites.map(({ host }, index) => `MAP ${host}:443 127.0.0.1:${proxies[index]?.port}`)
  const rules = [...mapped, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(',')
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...flags, `--host-resolver-rules=${rules}`],
  })
  return {
    async visit(visit, look) {
      const { path, host = firstHost } = visit
      const page = await openPage(browser, visit)
      try {
        await visit.before?.(page)
        const traffic = recordTraffic(page)
        await page.goto(`https://${host}${path}`, { waitUntil: 'networkidle' })
        const { pathname, hash } = new URL(page.url())
        if (pathname + hash !== path) throw new Error(`${path} led to ${pathname}`)
        return await look(page, traffic)
      } finally {
        await page.context().close()
      }
    },
    async close() {
      await browser.close()
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
}
