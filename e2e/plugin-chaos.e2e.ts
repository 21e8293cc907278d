import { expect, test, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { titleOf, writeChaos } from './chaos-plugins.ts'
import { failUntilOff } from './fail-until-off.ts'
import { expectToast } from './toasts.ts'

let plugins: string
let site: SecureSite

test.beforeAll(async ({ playwright }) => {
  plugins = mkdtempSync(join(tmpdir(), 'spawnpoint-chaos-'))
  writeChaos(plugins)
  site = await openPreparedSite(playwright, { PLUGINS_DIR: plugins })
})
test.afterAll(async () => {
  await site.close()
  rmSync(plugins, { recursive: true, force: true })
})

/** Records uncaught errors and CSP violations. */
function watchForStrays(page: Page) {
  const strays: string[] = []
  page.on('pageerror', (error) => strays.push(error.message))
  page.on('request', (request) => {
    if (request.url().includes('/api/system/csp-reports')) strays.push(request.postData() ?? '')
  })
  return () => expect(strays).toEqual([])
}

const link = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first()
const open = (page: Page, id: string) => link(page, `/p/${id}`).click()
const failedCard = (page: Page) => page.getByRole('heading', { name: 'Something went wrong here' })

/** The menu leads on, and the session is answered. */
async function isUsable(page: Page) {
  await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
  await link(page, '/p/chaos-none').click()
  await expect(page.getByText('Nothing wrong here')).toBeVisible()
  await link(page, '/dashboard').click()
  await expect(page).toHaveURL(`${site.origin}/dashboard`)
  expect(await page.evaluate(async () => (await fetch('/api/user/session')).status)).toBe(200)
}

async function openPlugins(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Plugins')
  await page.getByRole('option', { name: 'Plugins', exact: true }).first().click()
}

const row = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByText(titleOf(id), { exact: true }) })

const leaked = (page: Page) =>
  page.evaluate(() => ({ ...(Reflect.get(window, 'leaked') as { ticks: number; heard: number }) }))

test('[RTP5, RTP6, RTP7, RTP10, RTP12, RTP13, RTP15] whatever plugins do in the page, it stays usable and names them', async () => {
  const { page, context } = await site.visitor('admin')
  const checkStrays = watchForStrays(page)
  await page.goto('/dashboard')

  await test.step('leaves out what imports names that are not there', async () => {
    await expect(link(page, '/p/chaos-none')).toHaveCount(1)
    await expect(link(page, '/p/chaos-old')).toHaveCount(0)
  })

  await test.step('starts, though a boot module never comes', async () => {
    await page.goto(`${site.origin}/dashboard`)
    await isUsable(page)
  })

  // Their time runs beside all that follows.
  const openWaiting = async (id: string) => {
    const waiting = await context.newPage()
    const check = watchForStrays(waiting)
    await waiting.goto(`${site.origin}/dashboard`)
    await open(waiting, id)
    return { waiting, check }
  }
  const hanging = [await openWaiting('chaos-hang'), await openWaiting('chaos-wait')]
  // A tab in the background draws once a second.
  await page.bringToFront()

  for (const id of ['chaos-load', 'chaos-render', 'chaos-hash', 'chaos-link'])
    await test.step(`${id}: a card, then off in the tab`, async () => {
      await failUntilOff(page, id, () => open(page, id))
      await open(page, 'chaos-none')
      await expect(page.getByText('Nothing wrong here')).toBeVisible()
    })

  await test.step('a page that never has what it draws keeps nobody else waiting', async () => {
    await open(page, 'chaos-wait')
    await expect(page).toHaveURL(`${site.origin}/p/chaos-wait`)
    await isUsable(page)
  })

  await test.step('leaks: what was made through the context goes with the plugin', async () => {
    await open(page, 'chaos-leak')
    await expect(page.getByText('I stay for ever')).toBeVisible()
    await open(page, 'chaos-none')
    await expect(page.getByText('Nothing wrong here')).toBeVisible()
    const before = await leaked(page)
    expect(before.ticks).toBeGreaterThan(1)
    expect(before.heard).toBeGreaterThan(0)
    await openPlugins(page)
    await page.getByRole('switch', { name: `Enable ${titleOf('chaos-leak')}` }).click()
    await page.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, `${titleOf('chaos-leak')} disabled`)
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    await expect(link(page, '/p/chaos-none')).toBeVisible()
    await expect(link(page, '/p/chaos-leak')).toHaveCount(0)
    await expect(page.getByText('I stay for ever')).toHaveCount(0)
    const after = await leaked(page)
    await isUsable(page)
    expect(await leaked(page)).toEqual(after)
  })

  await test.step('what never comes, a module or what a page draws, is drawn as failed', async () => {
    for (const { waiting, check } of hanging) {
      await expect(failedCard(waiting)).toBeVisible()
      await isUsable(waiting)
      check()
      await waiting.close()
    }
  })

  await test.step('the operator finds each with its reason', async () => {
    await openPlugins(page)
    const ends: readonly (readonly [string, RegExp])[] = [
      ['chaos-load', /module page: Error: no load today/],
      ['chaos-render', /module page: Error: no page today/],
      ['chaos-hash', /module page: Error: E_INTEGRITY chaos-hash/],
      [
        'chaos-link',
        /E_EXPORT_MISSING chaos-link: uses toasts of @spawnpoint\/sdk\/ui, which this product does not have: build it anew/,
      ],
      ['chaos-tap', /routeChanged: Error: no tap today/],
      ['chaos-slow-tap', /beforeNavigate: Error: no answer within 100 ms/],
    ]
    for (const [id, reason] of ends) {
      await expect(row(page, id)).toContainText('Quarantined')
      await expect(row(page, id)).toContainText(reason)
    }
    await expect(row(page, 'chaos-old')).toContainText('Incompatible')
    await expect(row(page, 'chaos-old')).toContainText(
      /uses toasts of @spawnpoint\/sdk\/ui, which this product does not have: build it anew with the sdk \d/,
    )
    for (const id of ['chaos-none', 'chaos-wait', 'chaos-boot'])
      await expect(row(page, id)).toContainText('Active')
  })
  checkStrays()
  await context.close()
})
