import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible, navigate, settle } from './check-screen.ts'
import { noise } from './noise.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite
let staff: Page

const change = (values: object) => callApi(staff, 'PATCH', '/api/settings', { values })
const pathOf = (page: Page) => new URL(page.url()).pathname

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  await staff.goto('/mc-admin')
})
test.afterAll(() => site.close())

test('[IMG3] [IMG11] an upload whose line is cut says so, and comes once when it is tried again', async () => {
  const { page, context } = await site.visitor('customer')
  const watch = watchPage(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/images/upload')
  // A part that is still loading when the line is cut would load the page anew once all is uploaded.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('compress-pictures')),
  )
  await page.waitForLoadState('networkidle')
  await navigate(page, '/images')
  await settle(page)
  await navigate(page, '/images/upload')
  await expect(page.getByText(/up to .* each/)).toBeVisible()
  await expectAccessible(page, pathOf(page))
  site.setLine('held')
  const buffer = await noise(512)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'harbor.png', mimeType: 'image/png', buffer })
  const progress = page.getByRole('progressbar', { name: 'Upload of harbor.png' })
  await expect(progress).toBeVisible()
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  site.setLine('cut')
  const again = page.getByRole('button', { name: 'Try harbor.png again' })
  await expect(again).toBeVisible()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await expectAccessible(page, pathOf(page))
  // The question is there without a line: what draws it came before.
  await page.evaluate(() => history.back())
  await page.getByRole('button', { name: 'Stay' }).click()
  watch.check()
  site.setLine('good')
  await again.click()
  // A part that did not come may load the page anew now that nothing would be lost: the outcome is what counts.
  await expect(async () => {
    const { items } = await callApi(page, 'GET', '/api/image-hosting/images')
    expect(items).toHaveLength(1)
  }).toPass()
  // The page may not have heard yet that its upload is over, and ask before it is left.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/images')
  await expect(page.getByRole('link', { name: 'harbor.png' })).toHaveCount(1)
  await context.close()
})

/** Uploads a picture as the page does, and answers its name. */
const upload = (page: Page, name: string, bytes: Buffer) =>
  page.evaluate(
    async ({ name, bytes }) => {
      const form = new FormData()
      form.append('file', new Blob([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))]), name)
      const sent = await fetch('/api/image-hosting/images', { method: 'POST', body: form })
      return ((await sent.json()) as { name: string }).name
    },
    { name, bytes: bytes.toString('base64') },
  )

test('[REP1] [REP7] [REP9] [REP10] a visitor reports an image, staff remove it by keyboard, its owner appeals, and it is back', async () => {
  const { page, context } = await site.visitor('customer')
  await page.goto('/images')
  const name = await upload(page, 'lighthouse.png', await noise(64))

  const guest = (await site.visitor()).page
  await guest.goto(`/i/${name}`)
  await guest
    .getByRole('link', { name: 'Report this image' })
    .or(guest.getByRole('link', { name: 'Report' }))
    .click()
  await guest.getByLabel(/^Reason/).selectOption('copyright')
  await guest.getByLabel(/^Explanation/).fill('I took this picture at the coast in May.')
  await guest.getByLabel(/in good faith/).check()
  await expectAccessible(guest, pathOf(guest))
  await guest.getByRole('button', { name: 'Send report' }).click()
  await expect(guest.getByText(/Your receipt number is/)).toBeVisible()

  await staff.goto('/mc-admin/image-reports')
  await staff.getByRole('link', { name: 'Review “lighthouse.png”' }).click()
  await expect(staff.getByText('I took this picture at the coast in May.')).toBeVisible()
  await staff.keyboard.press('v')
  await expect(staff.getByRole('button', { name: 'Blur image' })).toBeVisible()
  await staff.keyboard.press('r')
  await expect(staff.getByRole('dialog')).toBeVisible()
  await staff.getByLabel(/What you found/).fill('The same picture is on their page since May.')
  await staff.keyboard.press('Control+Enter')
  await expectToast(staff, 'Image removed.')
  await expectAccessible(staff, pathOf(staff))
  expect((await guest.goto(`/i/${name}`))?.status()).toBe(404)

  await page.goto('/images')
  await expect(page.getByText(/The same picture is on their page since May/)).toBeVisible()
  await page.getByRole('button', { name: 'Appeal: lighthouse.png' }).click()
  await page.getByLabel('Why should the image be restored?').fill('short')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Enter at least 10 characters.')).toBeVisible()
  await page.getByLabel('Why should the image be restored?').fill('We took it together, here is our story.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(page, 'Appeal sent.')

  await staff.reload()
  await staff.getByRole('link', { name: 'Review “lighthouse.png”' }).click()
  await expect(staff.getByText('We took it together, here is our story.')).toBeVisible()
  await staff.getByRole('button', { name: 'Restore image' }).click()
  await expectToast(staff, 'Image restored.')
  expect((await guest.goto(`/i/${name}`))?.status()).toBe(200)
  await page.goto('/images')
  await expect(page.getByRole('link', { name: 'lighthouse.png' })).toHaveCount(1)
  await context.close()
  await guest.context().close()
})

test('[CIM1] [STO10] staff upload an image and choose it for an item, and customers see it in the store', async () => {
  await staff.goto('/mc-admin/images/create')
  await staff.getByLabel('Name').fill('Chip')
  await staff
    .locator('input[type="file"]')
    .setInputFiles({ name: 'chip.png', mimeType: 'image/png', buffer: await noise(64) })
  await staff.getByRole('button', { name: 'Upload image' }).click()
  await expect(staff).toHaveURL(/\/mc-admin\/images$/)
  await change({ store_enabled: true })
  await staff.goto('/mc-admin/settings#billing')
  await staff.getByLabel('CPU', { exact: true }).selectOption({ label: 'Chip' })
  await staff.getByRole('button', { name: 'Review and save' }).click()
  await staff.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(staff, 'Settings saved')
  await expectAccessible(staff, pathOf(staff))

  const { page, context } = await site.visitor('customer')
  const watch = watchPage(page)
  await page.goto('/store')
  const picture = page.getByRole('region', { name: 'CPU' }).locator('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page, pathOf(page))
  watch.check()
  await context.close()
})
