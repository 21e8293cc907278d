import { expect, test, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { PanelEmulator } from '../sdk/panel-emulator/start-panel-emulator.ts'
import { startStripe } from '../tests/support/payments/start-stripe.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi, firstId } from './call-api.ts'
import { findReceipt } from './buy-coins.ts'
import { expectAccessible } from './check-screen.ts'
import { checkLanguages } from './languages.ts'
import { takeOverPanel } from './own-panel.ts'
import { admin as adminAccount } from './people.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let site: SecureSite
let panel: PanelEmulator
let stripe: Awaited<ReturnType<typeof startStripe>>
let staff: Page
let customer: Page
let watch: ReturnType<typeof watchPage>
/** The server here, and its long id on the panel. */
let [server, uuid] = ['', '']

const set = (values: object) => callApi(staff, 'PATCH', '/api/settings', { values })
const pathOf = (page: Page) => new URL(page.url()).pathname

test.beforeAll(async ({ playwright }) => {
  stripe = await startStripe()
  site = await openPreparedSite(playwright, stripe.env)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  watch = watchPage(customer)
  for (const page of [staff, customer]) await page.goto('/dashboard')
  panel = await takeOverPanel(site, staff)
  const { servers } = (await callApi(customer, 'GET', '/api/servers')) as unknown as {
    servers: readonly { readonly id: string; readonly identifier: string }[]
  }
  const [own] = servers
  server = own?.id ?? ''
  uuid = panel.state.servers.find((row) => own && row.uuid.startsWith(own.identifier))?.uuid ?? ''
})
test.afterEach(() => watch.check())
test.afterAll(async () => {
  // It keeps its state in the data folder, which goes with the site.
  await panel.close()
  await site.close()
  await stripe.close()
})

const output = (page: Page) => page.getByRole('log', { name: 'Console output' })
const away = (page: Page) => page.getByText("Live output isn't available because the node can't be reached.")

/** Cuts the sockets, and lets nobody in again until the pages say so. */
const cut = async (...pages: Page[]) => {
  panel.wings.refuse(true)
  panel.wings.dropAll()
  for (const page of pages) await expect(away(page)).toBeVisible()
  panel.wings.refuse(false)
}

test('[SRV57] [SRV59] [PAN23] [PAN25] the console is live for two on one connection, and comes back by itself after it was cut', async () => {
  await customer.goto(`/server/${server}/console`)
  await expect(output(customer)).toContainText('Done (4.812s)!')
  await staff.goto(`/server/${server}/console`)
  await expect(output(staff)).toContainText('Done (4.812s)!')
  expect(panel.wings.sockets(uuid)).toBe(1)
  await customer.getByRole('textbox', { name: 'Command' }).fill('say hello from Grace')
  await customer.keyboard.press('Enter')
  for (const page of [customer, staff])
    await expect(output(page).getByText('[Server] hello from Grace')).toHaveCount(1)
  await expect(customer.getByRole('textbox', { name: 'Command' })).toHaveValue('')
  await cut(customer, staff)
  await expectAccessible(customer, pathOf(customer))
  panel.wings.print(uuid, '[12:00:00] [Server thread/INFO]: Written while nobody was connected')
  for (const page of [customer, staff]) {
    await expect(output(page)).toContainText('Written while nobody was connected')
    await expect(away(page)).toHaveCount(0)
    // The node repeats its lines; none is shown twice.
    await expect(output(page).getByText('[Server] hello from Grace')).toHaveCount(1)
  }
  expect(panel.wings.sockets(uuid)).toBe(1)
  panel.wings.print(uuid, '[12:00:01] [Server thread/INFO]: And it goes on')
  await expect(output(customer)).toContainText('And it goes on')
  await staff.goto('/dashboard')
})

/** Each chart as a picture. */
const drawings = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('canvas')].map((each) => each.toDataURL()))

test('[SRV62] the graphs go on after their connection was cut', async () => {
  await customer.goto(`/server/${server}/resources`)
  await expect(customer.locator('.sp-chart canvas')).toHaveCount(4)
  await cut(customer)
  const before = await drawings(customer)
  await expect(away(customer)).toHaveCount(0)
  await expect
    .poll(async () => {
      const after = await drawings(customer)
      return after.length === 4 && after.every((each, at) => each !== before[at])
    })
    .toBe(true)
  await expectAccessible(customer, pathOf(customer))
})

test('[SRV64] the power of a server: stopped, started, and killed after a question', async () => {
  await customer.goto(`/server/${server}`)
  const power = customer.getByRole('region', { name: 'Power' })
  const state = customer.getByRole('region', { name: 'Overview' })
  await expect(state.getByText('Running', { exact: true })).toBeVisible()
  await power.getByRole('button', { name: 'Stop' }).click()
  await expect(state.getByText('Offline', { exact: true })).toBeVisible()
  expect(panel.wings.machineOf(uuid).state()).toBe('offline')
  await power.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(state.getByText('Running', { exact: true })).toBeVisible()
  await power.getByRole('button', { name: 'Kill' }).click()
  const question = customer.getByRole('alertdialog')
  await expect(question).toContainText('without saving')
  await question.getByRole('button', { name: 'Kill server' }).click()
  await expect(state.getByText('Offline', { exact: true })).toBeVisible()
  await power.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(state.getByText('Running', { exact: true })).toBeVisible()
})

const coinsOf = async (page: Page) => {
  const { user_info: user } = (await callApi(page, 'GET', '/api/user/session')) as {
    readonly user_info?: { readonly uuid: string; readonly credits: number }
  }
  return user ?? { uuid: '', credits: Number.NaN }
}
const inEnglish = (value: number) => value.toLocaleString('en-GB')

interface Renewal {
  readonly expiresAt: string
  readonly newExpiresAt: string
  readonly days: number
}
const readRenewal = async () =>
  (await callApi(customer, 'GET', `/api/servers/${server}/renewal`)) as unknown as Renewal

test('[SRV49] [SRV54] a renewal says what it costs and moves the expiry; too few coins lead to the way to buy them', async () => {
  const { uuid: user } = await coinsOf(customer)
  await callApi(staff, 'POST', '/api/coins/adjustments', {
    user,
    amount: 500,
    note: 'For the renewal',
    requestKey: randomUUID(),
  })
  await set({
    server_renew_cost: 120,
    server_renew_days: 14,
    credits_recharge_enabled: true,
    enable_stripe: true,
    stripe_secret_key: stripe.secretKey,
    stripe_webhook_id: stripe.signingSecret,
    payments_packages: [{ coins: 1000, bonus: 50 }],
  })
  const { credits } = await coinsOf(customer)
  const before = await readRenewal()
  await customer.goto(`/server/${server}/renew`)
  const main = customer.getByRole('main')
  await expect(main.getByText('120 coins', { exact: true })).toBeVisible()
  await expect(main.getByText('14 days', { exact: true })).toBeVisible()
  await expect(main.getByText(`${inEnglish(credits - 120)} coins`, { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Renew for 120 coins' }).click()
  await expect(main.locator(`time[datetime="${before.newExpiresAt}"]`).first()).toBeVisible()
  await expect(main.getByText(`${inEnglish(credits - 240)} coins`, { exact: true })).toBeVisible()
  const { expiresAt } = await readRenewal()
  expect(expiresAt).toBe(before.newExpiresAt)
  expect(Date.parse(expiresAt) - Date.parse(before.expiresAt)).toBe(14 * 86_400_000)
  expect((await coinsOf(customer)).credits).toBe(credits - 120)

  await main.getByRole('switch', { name: 'Renew automatically' }).click()
  await expectToast(customer, 'Automatic renewal enabled')
  await set({ server_renew_cost: 1_000_000 })
  await customer.reload()
  await expect(main.getByRole('switch', { name: 'Renew automatically' })).toBeChecked()
  await expect(main.getByText(/^You need [\d,]+ more coins to renew this server\.$/)).toBeVisible()
  await expect(main.getByRole('button', { name: /^Renew for/ })).toBeDisabled()
  await expectAccessible(customer, pathOf(customer))
  await main.getByRole('link', { name: 'Buy coins' }).click()
  await expect(customer).toHaveURL(/\/store\/add-credits$/)
})

/** Stripe's own page: it is paid at once, leads back, and tells the dashboard of it three times. */
const payAtStripe = async () => {
  const told: number[] = []
  await customer.route('https://checkout.stripe.com/**', async (route) => {
    const checkout = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const { body, headers } = stripe.sign(stripe.pay(checkout))
    const tell = () =>
      staff.evaluate(
        async (message) =>
          (await fetch('/api/payments/webhooks/stripe', { method: 'POST', ...message })).status,
        { body, headers },
      )
    told.push(...(await Promise.all([tell(), tell()])), await tell())
    await route.fulfill({ status: 302, headers: { location: stripe.returnAddress(checkout) } })
  })
  return told
}

test('[PMT3] [PMT5] [PMT17] coins are bought with a bonus at the checkout of the provider, come once, and have a receipt', async () => {
  const { credits } = await coinsOf(customer)
  const main = customer.getByRole('main')
  const get = main
    .locator('div')
    .filter({ has: customer.getByText('You get', { exact: true }) })
    .last()
  await expect(main.getByRole('radio').first()).toBeChecked()
  await main.getByRole('radio').last().check()
  const [price, coins] = [main.getByLabel('Price (EUR)'), main.getByLabel('Coins', { exact: true })]
  await coins.fill('250')
  await expect(price).toHaveValue('2.50')
  await price.fill('3.2')
  await expect(coins).toHaveValue('320')
  await coins.fill('5')
  await coins.blur()
  await expect(main.getByRole('button', { name: 'Continue to Stripe' })).toBeDisabled()
  await expectAccessible(customer, pathOf(customer))
  await main.getByRole('radio').first().check()
  await expect(get).toContainText('1,050')
  await expect(main.getByText(inEnglish(credits + 1050), { exact: true })).toBeVisible()

  const told = await payAtStripe()
  await main.getByRole('button', { name: 'Pay €10.00 with Stripe' }).click()
  await expect(customer).toHaveURL(/\/store\/payments\/[^/]+$/)
  await expect(main.getByText('Payment received. The coins are in your account.')).toBeVisible()
  expect(told).toEqual([200, 200, 200])
  expect((await coinsOf(customer)).credits).toBe(credits + 1050)
  await expect(
    customer
      .getByRole('banner')
      .getByText(inEnglish(credits + 1050))
      .first(),
  ).toBeVisible()
  await expectAccessible(customer, '/store/payments/:id')

  await main.getByRole('link', { name: /^Receipt / }).click()
  const receipt = main.getByRole('article', { name: /^Receipt / })
  await expect(receipt).toContainText('1,050 coins')
  await expect(receipt).toContainText('€10.00')
  await expect(receipt).toContainText('Example Hosting')
  await expectAccessible(customer, '/store/receipts/:id')

  await customer.goto('/store/add-credits')
  const newest = main.getByRole('table').getByRole('row').nth(1)
  await expect(newest).toContainText('Paid')
  await expect(newest).toContainText('1,050')
})

test('[PMT15] [PMT16] staff find the payment and give half of it back, and its coins go', async () => {
  const { credits } = await coinsOf(customer)
  await callApi(staff, 'POST', '/api/auth/reauthenticate', { password: adminAccount.password })
  await staff.goto('/mc-admin/payments')
  const main = staff.getByRole('main')
  await main.getByRole('row').filter({ hasText: '€10.00' }).getByRole('link').first().click()
  await expect(staff).toHaveURL(/\/mc-admin\/payments\/[^/]+$/)
  await main.getByRole('button', { name: 'Refund payment' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Refund payment?' })
  const submit = dialog.getByRole('button', { name: 'Refund payment' })
  await dialog.getByLabel('Amount (EUR)').fill('5')
  await submit.click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Goodwill')
  await expectAccessible(staff, pathOf(staff))
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(main.getByText('Refund requested').first()).toBeVisible()
  await expect(main.getByText('Partly refunded').first()).toBeVisible()
  await expectAccessible(staff, '/mc-admin/payments/:id')
  expect((await coinsOf(customer)).credits).toBe(credits - 525)
})

test('[LOC3] the screens of a server and of money have words and room in each language', async () => {
  const payment = await firstId(customer, '/api/payments/payments')
  const receipt = await findReceipt(customer, payment)
  const { plugins } = (await callApi(customer, 'GET', '/api/system/plan')) as unknown as {
    readonly plugins: readonly { readonly id: string }[]
  }
  await checkLanguages(
    customer,
    [
      ...['', '/console', '/resources', '/timeline', '/update', '/renew'].map(
        (tab) => `/server/${server}${tab}`,
      ),
      '/store/add-credits',
      `/store/payments/${payment}`,
      `/store/receipts/${receipt}`,
    ],
    ['shell', ...plugins.map(({ id }) => id)],
  )
})
