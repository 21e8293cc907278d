import { expect, test, type Page } from '@playwright/test'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'
import { openBehindHttps } from './behind-https.ts'
import { offerCatalogue } from './offer-catalogue.ts'
import { admin, customer, firstAdminLink, logIn, register } from './people.ts'
import { expectToast, rememberToasts } from './toasts.ts'
import { watchPage } from './watch-page.ts'

interface Stage {
  readonly product: Product
  readonly origin: string
  close(): Promise<void>
}

async function atDevelopmentAddress(): Promise<Stage> {
  const product = await startProduct({ port: 5173 })
  return { product, origin: product.origin, close: () => product.stop() }
}

/** Changes settings the way a person does: find them, change them, review, save. */
async function openStore(page: Page) {
  await page.getByRole('tab', { name: 'Billing & payments' }).click()
  await page.getByRole('switch', { name: 'Store', exact: true }).check()
  await page.getByRole('group', { name: 'Memory' }).getByLabel('Maximum').fill('4')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Settings saved')
}

/** Until a customer has signed up and redeemed the first code: what an address can stand in the way of. */
async function begin(page: Page, stage: Stage) {
  await test.step('the first administrator comes in by the printed link', async () => {
    await page.goto(await firstAdminLink(stage.product))
    await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
    await register(page, admin)
    await expect(page).toHaveURL(/\/mc-admin$/)
    await expect(page.getByRole('heading', { name: 'Before the first customer' })).toBeVisible()
  })

  // There the demonstration's catalogue waits for staff.
  if (stage.origin.startsWith('https:'))
    await test.step('the administrator offers a catalogue', () => offerCatalogue(page))

  await test.step('the administrator opens the store and makes a code', async () => {
    await page.goto(`${stage.origin}/mc-admin/settings`)
    await openStore(page)
    await page.goto(`${stage.origin}/mc-admin/redeem-codes/create`)
    await page.getByLabel('Code', { exact: true }).fill('WELCOME')
    await page.getByLabel('Coins').fill('250')
    await page.getByLabel('Uses left').fill('1')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page).toHaveURL(/\/mc-admin\/redeem-codes$/)
    await expect(page.getByRole('cell', { name: 'WELCOME', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  })

  await test.step('a customer signs up, is sent where they wanted to go, and redeems the code', async () => {
    await page.goto(`${stage.origin}/auth/register`)
    await register(page, customer)
    await expect(page).toHaveURL(/\/(dashboard|auth\/login)$/)
    if (page.url().endsWith('/auth/login')) await logIn(page, customer)
    await page.goto(`${stage.origin}/earn/redeem`)
    await page.getByLabel('Code', { exact: true }).fill('welcome')
    await page.getByRole('button', { name: 'Redeem', exact: true }).click()
    await expect(page.getByText('You received 250 coins.')).toBeVisible()
  })
}

/** Goes on as that customer, while the administrator changes what is offered. */
async function goOn(page: Page, stage: Stage) {
  await test.step('buys memory', async () => {
    await page.goto(`${stage.origin}/store`)
    await page.getByRole('button', { name: 'Buy 1 GB' }).first().click()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByText('Memory: bought 1 GB')).toBeVisible()
  })

  await test.step('creates a server and sees it become active', async () => {
    await page.goto(`${stage.origin}/server/create`)
    for (const step of ['Game', 'Version', 'Location']) {
      await page.getByRole('group', { name: step }).first().getByRole('radio').first().check()
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await page.getByRole('textbox', { name: 'Name' }).fill('Skyblock')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Skyblock')
    await page.getByLabel('I accept the terms of service').check()
    await page.getByRole('button', { name: 'Create', exact: false }).last().click()
    // The page of the build becomes the page of the server.
    await expect(page).toHaveURL(/\/server\/[\da-f-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Skyblock' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy address' }).first()).toBeVisible()
    await page.goto(`${stage.origin}/dashboard`)
    const servers = page.getByRole('region', { name: /^1 \/ \d+ servers$/ })
    await expect(servers.getByRole('link', { name: 'Skyblock', exact: true })).toBeVisible()
    // The card says what the game does, as soon as the panel has told it.
    await expect(servers.getByText(/^(Active|Offline|Starting|Running)$/)).toBeVisible()
  })

  await test.step('an administrator switches the store off and on while the customer has it open', async () => {
    const context = await page.context().browser()?.newContext({ ignoreHTTPSErrors: true })
    if (!context) throw new Error('no browser')
    await rememberToasts(context)
    const staff = await context.newPage()
    const staffWatch = watchVisitor(staff)
    await staff.goto(`${stage.origin}/auth/login`)
    await logIn(staff, admin, /\/mc-admin$/)
    await staff.goto(`${stage.origin}/mc-admin/plugins`)
    const storeSwitch = staff.getByRole('switch', { name: /^Enable Store/ })
    await expect(page.getByRole('link', { name: 'Store', exact: true }).first()).toBeVisible()
    await storeSwitch.click()
    await staff.getByRole('button', { name: 'Disable' }).click()
    await expectToast(staff, 'Store disabled')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Store', exact: true })).toHaveCount(0)
    await storeSwitch.click()
    await expectToast(staff, 'Store enabled')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Store', exact: true }).first()).toBeVisible()
    staffWatch.check()
    await context.close()
  })
}

function watchVisitor(page: Page) {
  const watch = watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  return watch
}

test('the journey begins at the development address', async ({ page, context }) => {
  await rememberToasts(context)
  const stage = await atDevelopmentAddress()
  try {
    const watch = watchVisitor(page)
    await begin(page, stage)
    watch.check()
  } finally {
    await stage.close()
  }
})

test('the whole journey at a proper domain over HTTPS, where nothing is exempt', async ({ playwright }) => {
  const site = await openBehindHttps(playwright)
  try {
    const { page } = await site.visitor()
    const watch = watchVisitor(page)
    await begin(page, site)
    await goOn(page, site)
    watch.check()
  } finally {
    await site.close()
  }
})
