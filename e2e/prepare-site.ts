import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScratchFolder } from '../tests/support/scratch-folder.ts'
import { openBehindHttps, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { admin, customer, firstAdminLink, type Account } from './people.ts'
import { buyCoins } from './buy-coins.ts'
import { offerCatalogue } from './offer-catalogue.ts'
import { fillLists, orderServer } from './site-content.ts'

const signUp = async (
  { visitor }: SecureSite,
  account: Account,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page }> => {
  const opened = await visitor()
  await opened.page.goto('/auth/login')
  await callApi(opened.page, 'POST', '/api/auth/register', { ...account, ...more })
  return opened
}

const waitForServer = (page: Page) =>
  page.waitForFunction(async () => {
    const { servers } = (await (await fetch('/api/servers')).json()) as { servers: { status: string }[] }
    return servers[0]?.status === 'active'
  })

/** Makes the data folder and the sessions of `SecureSite`'s prepared form, once a run. */
export default async function prepareSite() {
  const folder = createScratchFolder('spawnpoint-journeys-')
  const [dataDir, noPlugins] = ['data', 'no-plugins'].map((name) => join(folder, name))
  if (!dataDir || !noPlugins) throw new Error('no folders')
  for (const each of [dataDir, noPlugins]) mkdirSync(each, { mode: 0o711 })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Nothing answers there: what would be asked of others outside, such as a payment provider, is refused at once.
  const offline = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://127.0.0.1:9' }
  const site = await openBehindHttps({ chromium }, { PLUGINS_DIR: noPlugins, ...offline }, { dataDir })
  try {
    const setupToken = new URL(await firstAdminLink(site.product)).hash.replace('#setup=', '')
    const staff = await signUp(site, admin, { setupToken })
    await offerCatalogue(staff.page)
    await fillLists(staff.page)
    const shopper = await signUp(site, customer)
    await orderServer(shopper.page, 'Skyblock')
    await waitForServer(shopper.page)
    await buyCoins(staff.page, shopper.page)
    const cookies = { admin: await staff.context.cookies(), customer: await shopper.context.cookies() }
    writeFileSync(join(folder, 'cookies.json'), JSON.stringify(cookies))
  } catch (error) {
    remove()
    throw error
  } finally {
    await site.close()
  }
  process.env['PREPARED_SITE'] = folder
  process.env['BUILD_COMPRESSION'] ??= 'fast'
  return remove
}
