import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTestPlugin, ROOT } from '../tests/support/plugins/build-test-plugin.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { failUntilOff } from './fail-until-off.ts'
import { attackingPlugin, guestPlugin, reachingPlugin } from './framed-plugins.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

let plugins: string
let site: SecureSite
let page: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ playwright }) => {
  // In this checkout, whose packages the sources import, but not in the folder that other products read meanwhile.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  plugins = mkdtempSync(join(ROOT, '.cache', 'framed-plugins-'))
  buildTestPlugin('test-framed', guestPlugin('test-framed', 'frame'), plugins)
  buildTestPlugin('test-paged', guestPlugin('test-paged', 'page'), plugins)
  buildTestPlugin('attacker', attackingPlugin('attacker'), plugins)
  buildTestPlugin('reaching', reachingPlugin('reaching'), plugins)
  buildTestPlugin('tampered', guestPlugin('tampered', 'page'), plugins)
  tamper('tampered')
  site = await openPreparedSite(playwright, { PLUGINS_DIR: plugins })
  page = (await site.visitor('admin')).page
  await page.goto('/dashboard')
})
test.afterAll(async () => {
  await site?.close()
  rmSync(plugins, { recursive: true, force: true })
})

/** Another hash than that of the bytes, as if they had been changed on their way. */
function tamper(plugin: string) {
  const file = join(plugins, plugin, 'dist/manifest.json')
  const manifest: { files: Record<string, { sha384: string }> } = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, entry] of Object.entries(manifest.files))
    if (/^browser\/page-.*\.js$/.test(name)) entry.sha384 = entry.sha384.split('').toReversed().join('')
  writeFileSync(file, JSON.stringify(manifest))
}

const switchPlugin = (plugin: string, to: 'enable' | 'disable') =>
  page.evaluate(
    async ([id, action]) => {
      const answer = await fetch(`/api/plugin-manager/plugins/${id}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(action === 'disable' ? { withDependants: false } : {}),
      })
      return answer.status
    },
    [plugin, to],
  )

const stateOf = (plugin: string) =>
  page.evaluate(async (id) => {
    const { plugins } = await (await fetch('/api/plugin-manager/plugins')).json()
    return plugins.find((each: { id: string }) => each.id === id)
  }, plugin)

const frameOf = (plugin: string): FrameLocator => page.frameLocator(`iframe[data-plugin="${plugin}"]`)

const open = async (plugin: string) => {
  await page.goto(`${site.origin}/p/${plugin}`)
  const frame = frameOf(plugin)
  await expect(frame.locator('#app')).not.toBeEmpty()
  return frame
}

test('[RTP1] an isolated plugin looks and works as in the page: words, calls, storage, toasts, dialogs, height', async () => {
  const watch = watchPage(page)
  const frame = await open('test-framed')
  await expect(frame.getByRole('heading', { name: 'Guest frame' })).toBeVisible()
  await expect(frame.getByText('Good day')).toBeVisible()
  await expect(frame.getByText('Server: pong')).toBeVisible()
  await frame.getByRole('button', { name: 'Wave', exact: true }).click()
  await expectToast(page, 'You waved')
  expect(await page.evaluate(() => localStorage.getItem('plugin.test-framed.count'))).toBe('1')

  await frame.getByRole('button', { name: 'Ask me' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
  // The dialog names the plugin that asks.
  await expect(dialog.getByText('Guest frame')).toBeVisible()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(frame.getByText('Answer: true')).toBeVisible()

  const box = page.locator('iframe[data-plugin="test-framed"]')
  const before = (await box.boundingBox())?.height ?? 0
  await frame.getByRole('button', { name: 'Grow' }).click()
  await expect(frame.getByText('Row 11')).toBeVisible()
  await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(before + 100)
  expect(await frame.locator('html').evaluate((root) => root.scrollHeight <= root.clientHeight)).toBe(true)
  await expect(box).toHaveAttribute('title', 'Guest frame')
  await page.reload()
  await expect(frameOf('test-framed').getByText('Waves').first()).toBeVisible()
  await expect(frameOf('test-framed').locator('.sp-stat')).toContainText('1')
  watch.check()
})

test('[RTP1] parts of others’ pages have a frame each, as high as they are', async () => {
  const watch = watchPage(page)
  await page.goto(`${site.origin}/dashboard`)
  const frames = page.locator('iframe[data-plugin="test-framed"]')
  await expect(frames).toHaveCount(2)
  for (const index of [0, 1]) {
    await expect(frames.nth(index).contentFrame().getByText('A part: Waves')).toBeVisible()
    // One line, with the room around it.
    await expect.poll(async () => (await frames.nth(index).boundingBox())?.height).toBeLessThan(60)
  }
  watch.check()
})

test('[RTP1] theme and language are followed without a reload, focus passes in and out, shortcuts reach the page', async () => {
  const watch = watchPage(page)
  const frame = await open('test-framed')
  const ink = () => frame.locator('body').evaluate((body) => getComputedStyle(body).color)
  const light = await ink()
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  await expect.poll(ink).not.toBe(light)
  await page.getByRole('button', { name: 'Language', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Deutsch', exact: true }).click()
  await expect(frame.getByRole('button', { name: 'Winken' })).toBeVisible()
  await page.getByRole('button', { name: 'Sprache', exact: true }).click()
  await page.getByRole('menuitem', { name: 'English', exact: true }).click()
  await expect(frame.getByRole('button', { name: 'Wave', exact: true })).toBeVisible()

  await frame.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Tab')
  await expect(frame.getByRole('button', { name: 'Wave', exact: true })).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await page.keyboard.press('Escape')
  watch.check()
})

test('[RTP22] from a frame links open in a tab without an opener, files are saved and sent, texts copied', async () => {
  const watch = watchPage(page)
  const context = page.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await context.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
  )
  const frame = await open('reaching')
  for (const [name, path] of [
    ['Elsewhere', 'page'],
    ['Plain', 'plain'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name }).click()
    const tab = await opened
    await expect(tab).toHaveURL(`https://elsewhere.example/${path}`)
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await tab.close()
  }
  const saving = page.waitForEvent('download')
  await frame.getByRole('button', { name: 'Save' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('notes.txt')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('Milk')

  await frame.getByRole('button', { name: 'Copy token' }).click()
  await expect(frame.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a token')

  const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Bread') }
  await frame.locator('input[type="file"]').setInputFiles(file)
  await expect(frame.getByText('Sent: share 1, list.txt: Bread')).toBeVisible()
  // The frame is still the document that it was.
  await expect(frame.getByRole('heading', { name: 'Reaching' })).toBeVisible()
  watch.check()
})

test('[RTP22] the page asks before unsaved text in a frame is lost', async () => {
  const watch = watchPage(page)
  const frame = await open('reaching')
  const home = page.getByRole('navigation').locator('a[href="/dashboard"]').first()
  await frame.getByRole('button', { name: 'Type' }).click()
  await expect(async () => {
    await home.click()
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await page.getByRole('button', { name: 'Stay' }).click()
  expect(new URL(page.url()).pathname).toBe('/p/reaching')
  await home.click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(`${site.origin}/dashboard`)
  watch.check()
})

test('[RTP2] nothing that a malicious plugin tries from its frame succeeds', async () => {
  const frame = await open('attacker')
  const results = frame.getByTestId('results')
  await expect(results).toContainText('forgedStart')
  const found: Record<string, string> = JSON.parse((await results.textContent()) ?? '{}')
  const { forgedStart, ...tries } = found
  expect(forgedStart).toBe('ignored')
  expect(Object.keys(tries).length).toBeGreaterThan(20)
  for (const [name, outcome] of Object.entries(tries)) expect(`${name}: ${outcome}`).toMatch(/: refused /)
  for (const name of ['rawOpenTab', 'rawSaveFile', 'rawCopy'])
    expect(`${name}: ${tries[name]}`).toContain('E_FRAME_PRESS attacker')
  for (const name of ['rawToast', 'rawDialog', 'rawStorage', 'rawNavigate', 'rawOtherCall', 'rawTraversal'])
    expect(`${name}: ${tries[name]}`).toContain('E_CAPABILITY attacker')
  // It reached the port: its own call went through, to a server module that it does not have.
  expect(tries['rawOwnCall']).toBe('refused Error: NOT_FOUND')
  expect(new URL(page.url()).pathname).toBe('/p/attacker')
  await expect(page.getByText('I am the shell')).toHaveCount(0)
})

test('[RTP2] opened directly, the document of a frame has no origin of ours either', async () => {
  const other = await page.context().newPage()
  await page.goto(`${site.origin}/p/attacker`)
  const source = await page.locator('iframe[data-plugin="attacker"]').getAttribute('src')
  const response = await other.goto(`${site.origin}${source ?? ''}`)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['content-security-policy']).toContain('sandbox allow-scripts allow-forms;')
  expect(await other.evaluate(() => self.origin)).toBe('null')
  await other.close()
})

test('[RTP3] a frame that stalls is taken away while the page goes on', async () => {
  const frame = await open('test-framed')
  await expect(frame.getByText('Server: pong')).toBeVisible()
  // It is not waited for: a frame that stalls answers nothing, not even that it was pressed.
  void frame
    .getByRole('button', { name: 'Hang' })
    .click({ noWaitAfter: true })
    .catch(() => null)
  await expect(page.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /again/i })).toBeVisible()
  // A browser may give the process that stalls to every further frame of this tab; another tab has one of its own.
  const stalled = page
  page = await stalled.context().newPage()
  void stalled.close()
  await expect((await open('test-framed')).getByText('Server: pong')).toBeVisible()
})

test('[RTP7, RTP10] a script with a wrong hash does not run; tried again and again, its plugin is off for all, until somebody switches it on', async () => {
  await failUntilOff(page, 'tampered', async () => {
    await page.goto(`${site.origin}/p/tampered`)
    await expect(
      page.getByText("The downloaded file doesn't match the installed version, so it wasn't run."),
    ).toBeVisible()
    await expect(page.getByText('Good day')).toHaveCount(0)
  })
  await expect.poll(async () => (await stateOf('tampered')).state).toBe('quarantined')
  expect((await stateOf('tampered')).reason).toContain('E_INTEGRITY tampered')
  expect(await switchPlugin('tampered', 'enable')).toBe(200)
  expect((await stateOf('tampered')).state).toBe('active')
})

test('[RTP7] what is switched on while the page is open is checked before it runs', async () => {
  for (const plugin of ['tampered', 'test-paged']) expect(await switchPlugin(plugin, 'disable')).toBe(200)
  await page.clock.install()
  await page.goto(`${site.origin}/dashboard`)
  const menu = page.getByRole('navigation')
  await expect(menu.locator('a[href="/server/create"]').first()).toBeVisible()
  for (const plugin of ['tampered', 'test-paged']) expect(await switchPlugin(plugin, 'enable')).toBe(200)
  // The session is asked for once a minute, and its answer tells of a new plan.
  await page.clock.fastForward('01:01')
  await expect(menu.getByRole('link', { name: 'Guest page' }).first()).toBeVisible()
  await menu.locator('a[href="/p/test-paged"]').click()
  await expect(page.getByText('Server: pong')).toBeVisible()
  await menu.locator('a[href="/p/tampered"]').click()
  await expect(
    page.getByText("The downloaded file doesn't match the installed version, so it wasn't run."),
  ).toBeVisible()
})

test('[RTP9] safe mode leaves plugins out, says so and leads back', async () => {
  const watch = watchPage(page)
  watch.allow(404, /^\/p\/test-paged$/)
  await page.goto(`${site.origin}/dashboard?safe-mode=1`)
  const banner = page.getByRole('status').filter({ hasText: 'Safe mode' })
  await expect(banner).toBeVisible()
  await expect(page.locator('a[href="/p/test-paged"]')).toHaveCount(0)
  await banner.getByRole('button', { name: 'Leave safe mode' }).click()
  await expect(page).toHaveURL(`${site.origin}/dashboard`)
  await expect(page.locator('a[href="/p/test-paged"]').first()).toBeVisible()
  await expect(banner).toHaveCount(0)
  watch.check()
})

test('[RTP1] switched off, the frame goes with its plugin', async () => {
  await open('test-framed')
  expect(await switchPlugin('test-framed', 'disable')).toBe(200)
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/dashboard"]')?.click())
  await expect(page.locator('iframe')).toHaveCount(0)
  const plan = await page.evaluate(async () => (await fetch('/api/system/plan')).text())
  expect(plan).not.toContain('"id":"test-framed"')
})
