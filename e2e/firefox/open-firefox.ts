import { launch, type Page } from 'puppeteer-core'
import { findFirefox } from '../../tests/support/browser/firefox.ts'

/** As long as a busy machine may need for one step. */
export const PATIENCE_MS = 60_000

interface Proxy {
  readonly domain: string
  readonly port: number
}

const SIZE = { width: 1440, height: 900 }

/** Gives the page the size of a desktop. Puppeteer also sets the orientation of the screen, which Firefox ESR does not know. */
export async function sizePage(page: Page): Promise<void> {
  await page.setViewport(SIZE).catch((error: unknown) => {
    if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error
  })
  await page.waitForFunction((width: number) => innerWidth === width, { timeout: PATIENCE_MS }, SIZE.width)
}

/** Firefox in which a domain, at its port 443, is the proxy that listens here. */
export const openFirefox = (proxy?: Proxy) =>
  launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    acceptInsecureCerts: true,
    timeout: PATIENCE_MS,
    extraPrefsFirefox: {
      ...(proxy && {
        'network.dns.localDomains': proxy.domain,
        'network.socket.forcePort': `443=${proxy.port}`,
      }),
      'intl.accept_languages': 'en-GB',
      'intl.locale.requested': 'en-GB',
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  })
