import { expect, test, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packExample } from '../tests/support/plugins/pack-example.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite
let noFolderPlugins: string

test.beforeAll(async ({ playwright }) => {
  noFolderPlugins = mkdtempSync(join(tmpdir(), 'spawnpoint-no-plugins-'))
  site = await openPreparedSite(playwright, { PLUGINS_DIR: noFolderPlugins })
})
test.afterAll(async () => {
  await site.close()
  rmSync(noFolderPlugins, { recursive: true, force: true })
})

/** Ends with the document: a reload would lose it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

async function choosePackage(page: Page, name: string, bytes: Buffer) {
  await page.getByRole('button', { name: 'Install plugin' }).click()
  await page
    .getByLabel(/Select a plugin package/)
    .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function flip(page: Page, name: string, state: 'on' | 'off') {
  await page.getByRole('switch', { name: `Enable ${name}` }).click()
  if (state === 'off') await page.getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, `${name} ${state === 'on' ? 'enabled' : 'disabled'}`)
}

async function uninstall(page: Page, name: string, choice: 'Keep data' | 'Delete data') {
  await row(page, name).getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Uninstall', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Uninstall ${name}?` })
  await dialog.getByRole('radio', { name: choice }).check()
  await dialog.getByRole('button', { name: /^Uninstall/ }).click()
  await expectToast(page, `${name} uninstalled`)
}

/** Leads to a page as its own links do, without loading a document. */
const visit = (page: Page, href: string) => page.locator(`a[href="${href}"]`).first().click()

/** To the list of plugins from anywhere, without loading a document. */
async function openPlugins(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('Plugins')
  await page.getByRole('option', { name: 'Plugins', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Install plugin' })).toBeVisible()
}

test('[PLM20] [PLM23] the whole life of both examples, from file to nothing, without restart or reload', async () => {
  const [hello, later] = await packExample('hello', { version: '1.4.0', capabilities: ['custom-css'] })
  const [discord, discordLater] = await packExample('discord-notifications', {
    version: '1.2.0',
    capabilities: ['storage'],
  })
  if (!hello || !later || !discord || !discordLater) throw new Error('no packages')
  const { page, context } = await site.visitor('admin')
  const watch = watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  await page.goto('/dashboard')

  const other = await context.newPage()
  const otherWatch = watchPage(other)
  await other.goto(`${site.origin}/mc-admin/settings`)
  await other.getByRole('searchbox', { name: 'Search settings' }).fill('half a thought')
  await mark(other)

  // A tab in the background draws once a second.
  await page.bringToFront()
  await page.goto(`${site.origin}/mc-admin/plugins`)
  await mark(page)

  await test.step('install: consent in plain words, nothing runs yet', async () => {
    await choosePackage(page, 'hello.zip', hello)
    const dialog = page.getByRole('dialog', { name: 'Install Hello?' })
    await expect(dialog.getByText('Store data in its own tables')).toBeVisible()
    await expect(dialog.getByText('users:created')).toBeVisible()
    await expect(dialog.getByText('Not signed', { exact: true })).toBeVisible()
    await dialog.getByRole('switch', { name: /in a sandboxed frame/ }).uncheck()
    await dialog.getByRole('button', { name: 'Agree and install' }).click()
    await expectToast(page, 'Hello installed')
    await expect(row(page, 'Hello').getByText('Installed')).toBeVisible()
  })

  await test.step('enable, and use its page', async () => {
    await flip(page, 'Hello', 'on')
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    await visit(page, '/p/hello')
    await expect(page.getByText(/^Hello! The server time is/)).toBeVisible()
    await page.getByRole('button', { name: 'Wave', exact: true }).click()
    await expect(page.getByText('You waved 1 time.')).toBeVisible()
  })

  await test.step('configure it, and see it in a slot of the dashboard', async () => {
    await openPlugins(page)
    await row(page, 'Hello')
      .getByRole('link', { name: /Configure/ })
      .click()
    await page.getByLabel('Notice').fill('Back at nine')
    await page.getByLabel('Key for sharing').fill('sixteen letters or more')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Configuration saved')
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    // The page caches the plugin list for ten seconds.
    let patience = 1_000
    await expect(async () => {
      await visit(page, '/p/hello')
      await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
      patience *= 2
      await expect(page.getByText('Back at nine')).toBeVisible({ timeout: patience })
    }).toPass()
  })

  const waves = await context.newPage()
  await test.step('leave a page of it open', async () => {
    await waves.goto(`${site.origin}/p/hello`)
    await waves.getByRole('button', { name: 'Wave', exact: true }).click()
    await waves.getByRole('button', { name: 'Wave', exact: true }).click()
    await expect(waves.getByText('You waved 2 times.')).toBeVisible()
    await mark(waves)
    await page.bringToFront()
  })

  await test.step('upgrade: consent only marks what is new, data and settings stay', async () => {
    await openPlugins(page)
    await choosePackage(page, 'hello-later.zip', later)
    const dialog = page.getByRole('dialog', { name: 'Upgrade Hello?' })
    await expect(dialog.getByText('New', { exact: true })).toHaveCount(1)
    await expect(dialog.getByText('1.3.0 → 1.4.0')).toBeVisible()
    await dialog.getByRole('button', { name: 'Agree and upgrade' }).click()
    await expectToast(page, 'Hello upgraded to 1.4.0')
    await expect(row(page, 'Hello').getByText('1.4.0')).toBeVisible()
    await visit(page, '/mc-admin/x/hello')
    await expect(page.getByRole('heading', { name: 'Waves', exact: true })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(3)
  })

  await test.step('[RTP20] the open page runs the new version, and what stood there is still there', async () => {
    const builds = () =>
      waves.evaluate(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
        return new Set(loaded.flatMap((name) => /\/assets\/plugins\/hello\/(\w+)\//.exec(name)?.[1] ?? []))
          .size
      })
    await waves.bringToFront()
    // Scripts of a second build have come into the same document.
    await expect.poll(builds).toBe(2)
    await expect(waves.getByText('You waved 2 times.')).toBeVisible()
    await waves.getByRole('button', { name: 'Wave', exact: true }).click()
    await expect(waves.getByText('You waved 3 times.')).toBeVisible()
    expect(await isSameDocument(waves)).toBe(true)
    await waves.close()
    await page.bringToFront()
  })

  await test.step('a second one beside it, in a worker', async () => {
    await openPlugins(page)
    await choosePackage(page, 'discord.zip', discord)
    const dialog = page.getByRole('dialog', { name: 'Install Discord notifications?' })
    await expect(dialog.getByText('discord.com', { exact: true })).toBeVisible()
    await expect(dialog.getByText(/runs in its own worker/)).toBeVisible()
    await dialog.getByRole('switch', { name: /in a sandboxed frame/ }).uncheck()
    await dialog.getByRole('button', { name: 'Agree and install' }).click()
    await expectToast(page, 'Discord notifications installed')
    await flip(page, 'Discord notifications', 'on')
    await visit(page, '/mc-admin/x/discord-notifications')
    await expect(page.getByText('No channel yet')).toBeVisible()
    await expect(page.getByText('No messages yet')).toBeVisible()
  })

  await test.step('its secret is configured, and stays through an upgrade', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Configure' }).click()
    await page.getByLabel('Webhook URL').fill('https://discord.com/api/webhooks/1/for-a-journey')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Configuration saved')
    await openPlugins(page)
    await choosePackage(page, 'discord-later.zip', discordLater)
    const dialog = page.getByRole('dialog', { name: 'Upgrade Discord notifications?' })
    await expect(dialog.getByText('1.1.0 → 1.2.0')).toBeVisible()
    await expect(dialog.getByText('New', { exact: true })).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Agree and upgrade' }).click()
    await expect(row(page, 'Discord notifications').getByText('1.2.0')).toBeVisible()
    await visit(page, '/mc-admin/x/discord-notifications')
    await expect(page.getByText('No messages yet')).toBeVisible()
    await expect(page.getByText('No channel yet')).toHaveCount(0)
  })

  await test.step('disable and uninstall, with data and without', async () => {
    await openPlugins(page)
    await flip(page, 'Hello', 'off')
    await uninstall(page, 'Hello', 'Delete data')
    await expect(row(page, 'Hello')).toHaveCount(0)
    await flip(page, 'Discord notifications', 'off')
    await expect(row(page, 'Discord notifications').getByText('Disabled')).toBeVisible()
    await uninstall(page, 'Discord notifications', 'Keep data')
    await expect(row(page, 'Discord notifications').getByText('Available')).toBeVisible()
    expect(await isSameDocument(page)).toBe(true)
  })

  await test.step('the other tab kept its thought', async () => {
    expect(await isSameDocument(other)).toBe(true)
    await expect(other.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('half a thought')
  })
  watch.check()
  otherWatch.check()
  await context.close()
})
