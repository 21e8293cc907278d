import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { checkScreen, settle } from './check-screen.ts'
import { customer } from './people.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

const create = '/mc-admin/server-queue/create'
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Customer' })
// The options of native selects are in no list box.
const optionsOf = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Presses Tab until the control has the focus. */
const tabTo = async (page: Page, role: 'textbox' | 'combobox' | 'switch' | 'button', name: string) => {
  const control = page.getByRole(role, { name, exact: true })
  await expect(control).toBeEnabled()
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((each) => each === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('[QUE7] staff pick the customer of a new server with the keyboard alone', async () => {
  const { page, context } = await site.visitor('admin')
  const watch = watchPage(page)
  await page.goto(create)
  await settle(page)
  await tabTo(page, 'combobox', 'Customer')
  await page.keyboard.type('gra')
  await expect(optionsOf(page)).toHaveText([customer.username])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(fieldOf(page)).toHaveValue(customer.username)
  await expect(optionsOf(page)).toHaveCount(0)
  await tabTo(page, 'textbox', 'Name')
  await page.keyboard.type('By keyboard')
  for (const name of ['Location', 'Category', 'Egg']) {
    await tabTo(page, 'combobox', name)
    await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, 'switch', "Exceed the customer's limits")
  await page.keyboard.press('Space')
  await tabTo(page, 'textbox', 'Reason')
  await page.keyboard.type('A gift')
  await tabTo(page, 'button', 'Create server')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mc-admin\/server-queue$/)
  const { items } = await callApi(page, 'GET', '/api/server-queue')
  expect(items).toContainEqual(
    expect.objectContaining({
      name: 'By keyboard',
      owner: expect.objectContaining({ username: customer.username }),
    }),
  )
  watch.check()
  await context.close()
})

/** Red on the left, blue on the right. */
const twoColors = async () => {
  const half = { width: 400, height: 400, channels: 3 as const }
  const input = { create: { ...half, background: '#0000ff' } }
  return sharp({ create: { ...half, width: 800, background: '#ff0000' } })
    .composite([{ input, left: 400, top: 0 }])
    .png()
    .toBuffer()
}

test('[AVA8, AVA9] a customer crops a profile picture with the keyboard alone', async () => {
  const { page, context } = await site.visitor('customer')
  const watch = watchPage(page)
  await page.goto('/account')
  await settle(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose image' }).first().focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoColors() })
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  await expect(dialog.getByRole('button', { name: 'Visible area' })).toBeFocused()
  await page.keyboard.press('+')
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Shift+ArrowRight')
  await tabTo(page, 'button', 'Save picture')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const { user_info: user } = (await callApi(page, 'GET', '/api/user/session')) as {
    user_info?: { avatar: string }
  }
  const picture = await page.evaluate(async (path) => {
    const answer = await fetch(path, { headers: { accept: 'image/webp' } })
    const bytes = [...new Uint8Array(await answer.arrayBuffer())]
    return { path, status: answer.status, type: answer.headers.get('content-type'), bytes }
  }, user?.avatar ?? '')
  expect(picture).toMatchObject({ path: expect.stringMatching(/^\//), status: 200, type: 'image/webp' })
  const { channels } = await sharp(Buffer.from(picture.bytes)).stats()
  const [red, , blue] = channels.map(({ mean }) => mean)
  expect([red, blue]).toEqual([expect.closeTo(255, -1.5), expect.closeTo(0, -1.5)])
  watch.check()
  await context.close()
})

test('a phone has the menu at its lower edge; the list of customers fits it, and its page has no faults', async () => {
  const { page, context } = await site.visitor('admin')
  const watch = watchPage(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/mc-admin/server-queue')
  await settle(page)
  const bar = page.getByRole('navigation', { name: 'Main pages' })
  await expect(bar.getByRole('link', { name: 'Users' })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: 'Server queue', exact: true })
    .click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await page.goto(create)
  await settle(page)
  await fieldOf(page).click()
  await fieldOf(page).fill('gra')
  await expect(optionsOf(page)).toHaveText([customer.username])
  await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await optionsOf(page).click()
  await expect(fieldOf(page)).toHaveValue(customer.username)
  await checkScreen(page, ['shell', 'server-queue'])
  watch.check()
  await context.close()
})

test('the code of the combobox is not loaded before a page that has one', async () => {
  const { page, context } = await site.visitor('admin')
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const hasCombobox = () =>
    page.evaluate(
      async (urls) => {
        const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
        return texts.some((text) => text.includes('react-aria-pressable-style'))
      },
      [...scripts],
    )
  for (const path of ['/dashboard', '/mc-admin', '/mc-admin/server-queue', '/mc-admin/locations']) {
    await page.goto(path)
    await settle(page)
  }
  expect(scripts.size).toBeGreaterThan(0)
  expect(await hasCombobox()).toBe(false)
  await page.goto(create)
  await expect(fieldOf(page)).toBeEnabled()
  expect(await hasCombobox()).toBe(true)
  await context.close()
})
