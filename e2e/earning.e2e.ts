import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { CLIENT_ADDRESS } from '../tests/support/product/https-proxy.ts'
import { startFakeDiscord } from '../tests/support/earning/fake-discord.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible } from './check-screen.ts'

let site: SecureSite
let discord: Awaited<ReturnType<typeof startFakeDiscord>>
let staff: Page
let customer: Page
let [staffId, customerId] = ['', '']

const sessionOf = async (page: Page) =>
  (await callApi(page, 'GET', '/api/user/session')) as {
    readonly user_info?: { readonly uuid: string; readonly credits: number }
  }
const idOf = async (page: Page) => (await sessionOf(page)).user_info?.uuid ?? ''
const coinsOf = async (page: Page) => (await sessionOf(page)).user_info?.credits ?? Number.NaN
const change = (values: object) => callApi(staff, 'PATCH', '/api/settings', { values })

test.beforeAll(async ({ playwright }) => {
  const links = new URL('../tests/support/earning/fake-link-providers.ts', import.meta.url)
  site = await openPreparedSite(playwright, { NODE_OPTIONS: `--import ${links.href}` })
  discord = await startFakeDiscord(`${site.origin}/earn/j4r`)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  for (const page of [staff, customer]) await page.goto('/dashboard')
  ;[staffId, customerId] = [await idOf(staff), await idOf(customer)]
  const coins = { user: customerId, amount: 300, note: 'A start', requestKey: randomUUID() }
  await callApi(staff, 'POST', '/api/coins/adjustments', coins)
})
test.afterAll(async () => {
  await discord.close()
  await site.close()
})

test('[AFK9] AFK rewards: counts, and says so when the server is out of reach', async () => {
  await customer.route('**/api/afk/counting', (route) => route.abort())
  await customer.goto('/earn/afk')
  await expect(customer.getByText(/The server can't be reached/)).toBeVisible()
  await customer.unroute('**/api/afk/counting')
  await customer.getByRole('button', { name: 'Try again' }).click()
  await expect(customer.getByText('Counting', { exact: true })).toBeVisible()
  await expect(customer.getByRole('timer')).not.toHaveText('0:00:00')
  await expectAccessible(customer, new URL(customer.url()).pathname)
  await customer.getByRole('button', { name: 'Pause' }).click()
  await expect(customer.getByText(/You paused counting/)).toBeVisible()
})

test('[LNK8] links: offers what staff set up, and says so when the provider does not answer', async () => {
  await customer.goto('/earn/links')
  await expect(customer.getByText('No links available')).toBeVisible()
  await change({ l4r_linkpays_enabled: true, l4r_linkpays_api_key: 'a-key' })
  await customer.reload()
  await customer.getByRole('button', { name: 'Open LinkPays link' }).click()
  await expect(customer.getByRole('alert').first()).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
})

/** The short link leads to its target at once, as it does for whoever has looked at the advertisement. */
const followShortLinks = () =>
  customer.route('https://shareus.io/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const location = Buffer.from(pathname.slice(1), 'base64url').toString()
    return route.fulfill({ status: 302, headers: { location } })
  })

test('[LNK4] [LNK8] links: a link is followed to its end, and its coins are in the balance', async () => {
  await change({
    l4r_shareus_enabled: true,
    l4r_shareus_api_key: 'a-key',
    l4r_shareus_min_time_to_complete: 0,
    l4r_shareus_cooldown_time: 0,
  })
  await followShortLinks()
  await customer.goto('/earn/links')
  const before = await coinsOf(customer)
  await customer.getByRole('button', { name: 'Open ShareUs link' }).click()
  await expect(customer.getByText('You received 100 coins from ShareUs.')).toBeVisible()
  await expect(customer).toHaveURL(/\/earn\/links$/)
  expect(await coinsOf(customer)).toBe(before + 100)
})

test('[ABU4] [ABU5] holds: the customer sees why and appeals, staff decide once, and the coins come', async () => {
  await staff.goto('/mc-admin/earning-holds')
  await staff.getByRole('tab', { name: 'VPN networks' }).click()
  await staff.getByLabel('Your networks').fill('not a network')
  await staff.getByRole('button', { name: 'Save networks' }).click()
  await expect(staff.getByText(/isn't an address or range/)).toBeVisible()
  await staff.getByLabel('Your networks').fill(`${CLIENT_ADDRESS}/32`)
  await staff.getByRole('button', { name: 'Save networks' }).click()
  await expect(staff.getByText('1 network saved')).toBeVisible()
  await change({ firewall_block_vpn: true })

  await customer.goto('/earn/links')
  const before = await coinsOf(customer)
  await customer.getByRole('button', { name: 'Open ShareUs link' }).click()
  await expect(customer.getByText(/Our staff review this reward/)).toBeVisible()
  await expect(customer.getByText(/picked this earning for review/)).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
  await customer.getByRole('button', { name: /^Appeal: / }).click()
  await customer.getByLabel('Your message').fill('My university routes everything through its VPN.')
  await customer.getByRole('button', { name: 'Send appeal' }).click()
  await expect(customer.getByText(/Our staff received your message/)).toBeVisible()

  await staff.goto('/mc-admin/earning-holds')
  await staff.getByRole('button', { name: /^Review the earning of/ }).click()
  await expect(staff.getByText(/VPN or proxy network/)).toBeVisible()
  await expect(staff.getByText('My university routes everything through its VPN.')).toBeVisible()
  await staff.getByRole('button', { name: 'Pay 100 coins' }).click()
  await expect(staff.getByText('Enter a note.')).toBeVisible()
  await staff.getByLabel('Note').fill('University network.')
  await expectAccessible(staff, new URL(staff.url()).pathname)
  await staff.getByRole('button', { name: 'Pay 100 coins' }).click()
  await expect(staff.getByText('Earning paid')).toBeVisible()
  await change({ firewall_block_vpn: false })

  await customer.goto('/earn/links')
  await expect(customer.getByText('Our staff checked this earning and paid it.')).toBeVisible()
  expect(await coinsOf(customer)).toBe(before + 100)
})

test('[JFR1] join for rewards: waits after the consent at Discord, and says when it was not given', async () => {
  await change({ j4r_enabled: true, ...discord.settings })
  const serverId = '200000000000000001'
  const server = {
    name: 'Northwind',
    description: '',
    serverId,
    inviteCode: 'northwind',
    coins: 50,
    locked: false,
  }
  await callApi(staff, 'POST', '/api/j4r-servers', server)
  const answers = [{ error: 'access_denied' }, { code: discord.consent(discord.account(), [serverId]) }]
  // Where Discord asks for consent, a browser would stay until it is given.
  await customer.route(/\/oauth2\/authorize/, (route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ ...answers.shift(), state } as Record<string, string>)
    return route.fulfill({ status: 302, headers: { location: `${site.origin}/earn/j4r?${query}` } })
  })
  await customer.goto('/earn/j4r')
  await customer.getByRole('button', { name: 'Check my servers' }).click()
  await expect(customer.getByText(/You didn't allow the check/)).toBeVisible()
  await customer.getByRole('button', { name: 'Check my servers' }).click()
  await expect(customer.getByText(/You're in/)).toBeVisible()
  await expect(customer.getByText('Waiting', { exact: true })).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
})

test('[SCR79] [SCR80] [SCR82] [JFR10] Discord servers: staff add one, lock it and delete it, and the customer sees each step', async () => {
  const offered = customer.getByRole('link', { name: 'Join Harbour' })
  await staff.goto('/mc-admin/j4r-servers/create')
  await staff.getByLabel('Name').fill('Harbour')
  await staff.getByLabel('Discord server ID').fill('12')
  await staff.getByLabel('Invite code').fill('harbour')
  await staff.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(staff.locator('[aria-invalid="true"]')).toHaveCount(1)
  await expectAccessible(staff, new URL(staff.url()).pathname)
  await staff.getByLabel('Discord server ID').fill('200000000000000007')
  await staff.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(staff).toHaveURL(/\/mc-admin\/j4r-servers(\/|$)(?!create)/)
  await customer.goto('/earn/j4r')
  await expect(offered).toBeVisible()

  await staff.goto('/mc-admin/j4r-servers')
  await staff.getByRole('button', { name: 'Lock Harbour' }).click()
  await expect(staff.getByRole('button', { name: 'Unlock Harbour' })).toBeVisible()
  await customer.reload()
  await expect(customer.getByText('Northwind', { exact: true })).toBeVisible()
  await expect(offered).toHaveCount(0)

  await staff.getByRole('button', { name: 'Actions for Harbour' }).click()
  await staff.getByRole('menuitem', { name: 'Delete' }).click()
  await expectAccessible(staff, '/mc-admin/j4r-servers/:id/delete')
  await staff
    .getByRole('main')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(staff).toHaveURL(/\/mc-admin\/j4r-servers$/)
  await expect(staff.getByRole('button', { name: 'Actions for Northwind' })).toBeVisible()
  await expect(staff.getByText('Harbour', { exact: true })).toHaveCount(0)
})

test('[REF8] referrals: shows the link, and asks again when it did not come', async () => {
  await customer.route('**/api/referrals/overview', (route) => route.abort())
  await customer.goto('/earn/referrals')
  await expect(customer.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await customer.unroute('**/api/referrals/overview')
  await customer.reload()
  await expect(customer.getByLabel('Invite link', { exact: true })).toHaveValue(/\/auth\/register\?ref=/)
  await expectAccessible(customer, new URL(customer.url()).pathname)
})

test('[GFT1] a gift from the found profile: previews what both get, refuses too much, and moves it', async () => {
  await customer.goto('/lookup')
  await customer.getByRole('searchbox').fill('ad')
  await expect(customer.getByText('Enter at least 3 characters.')).toBeVisible()
  await customer.getByRole('searchbox').fill('zzzz')
  await expect(customer.getByText('No users found')).toBeVisible()
  await customer.getByRole('searchbox').fill('ada')
  await customer.getByRole('main').getByRole('link', { name: 'ada', exact: true }).click()
  await expect(customer).toHaveURL(new RegExp(`/profile/${staffId}$`))
  await expect(customer.getByRole('main').getByText('ada').first()).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
  await customer.goto(`/profile/${staffId}/gift-coins`)
  const amount = customer.getByRole('textbox', { name: 'Coins' })
  await amount.fill('101')
  await customer.getByRole('button', { name: 'Gift coins' }).click()
  await expect(customer.getByText('Enter 1 to 100 coins.')).toBeVisible()
  await amount.fill('45')
  const preview = customer.getByRole('main')
  await expect(preview.getByText('Fee (10%)')).toBeVisible()
  await expect(preview.getByText('50', { exact: true })).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
  await customer.getByRole('button', { name: 'Gift coins' }).click()
  await expect(customer.getByText('ada received 45 coins.')).toBeVisible()
})

test('[LDB3] leaderboard: keeps the own place in sight, and hides who wishes so', async () => {
  await customer.route('**/api/leaderboard*', (route) => route.abort())
  await customer.goto('/leaderboard')
  await expect(customer.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await customer.unroute('**/api/leaderboard*')
  await customer.reload()
  await expect(customer.getByText('Your place')).toBeVisible()
  await customer.getByLabel('How you appear').selectOption('hidden')
  await expect(customer.getByText('Others see your place without your name and picture.')).toBeVisible()
  await expectAccessible(customer, new URL(customer.url()).pathname)
})

test('[RDL1] redirect links: staff make one, which leads away; a name of a page is refused', async () => {
  await staff.goto('/mc-admin/redirect-links/create')
  await staff.getByLabel('Address').fill('store')
  await staff.getByLabel('Target').fill('https://example.com/')
  await staff.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(staff.locator('[aria-invalid="true"]')).toHaveCount(1)
  await expectAccessible(staff, new URL(staff.url()).pathname)
  await staff.getByLabel('Address').fill('chat')
  await staff.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(staff).toHaveURL(/\/mc-admin\/redirect-links(\/|$)(?!create)/)
  // A browser does not say where a redirect leads to.
  const answer = await customer.evaluate(async () => (await fetch('/chat', { redirect: 'manual' })).type)
  expect(answer).toBe('opaqueredirect')
})

test('[COI28] economy: staff run the simulator with a change, and are told of a value that cannot be', async () => {
  await staff.goto('/mc-admin/economy')
  await expect(staff.locator('h1')).toHaveText('Economy')
  await staff.getByRole('tab', { name: 'Simulator' }).click()
  await staff.getByLabel('Change a setting').selectOption({ label: 'AFK coins per day' })
  const cap = staff.getByRole('textbox', { name: 'AFK coins per day' })
  await cap.fill('-1')
  await expect(staff.getByRole('button', { name: 'Run simulation' })).toBeDisabled()
  await cap.fill('10')
  await staff.getByRole('button', { name: 'Run simulation' }).click()
  await expect(staff.getByText('With changes').first()).toBeVisible({ timeout: 120_000 })
  await expectAccessible(staff, new URL(staff.url()).pathname)
})
