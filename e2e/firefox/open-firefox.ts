import { launch } from 'puppeteer-core'
import { findFirefox } from '../../tests/support/browser/firefox.ts'

/** Firefox in which `domain` and its port 443 are the proxy that listens here. */
export const openFirefox = (domain: string, port: number) =>
  launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    acceptInsecureCerts: true,
    extraPrefsFirefox: {
      'network.dns.localDomains': domain,
      'network.socket.forcePort': `443=${port}`,
      'intl.accept_languages': 'en-GB',
      'intl.locale.requested': 'en-GB',
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  })
