import { expect, test, type Page } from '@playwright/test'
import type { PanelEmulator } from '../sdk/panel-emulator/start-panel-emulator.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible, expectFitting, phone, settle } from './check-screen.ts'
import { offerCatalogue } from './offer-catalogue.ts'
import { takeOverPanel } from './own-panel.ts'
import { customer as customerAccount } from './people.ts'
import { orderServer } from './site-content.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let site: SecureSite
let panel: PanelEmulator
let staff: Page
let customer: Page
let mendEgg: () => void

const pathOf = (page: Page) => new URL(page.url()).pathname
const main = (page: Page) => page.getByRole('main')
const card = (page: Page, name: string) => main(page).getByRole('region', { name })
const figure = (page: Page, label: string) =>
  main(page)
    .locator('dl')
    .filter({ has: page.getByText(label, { exact: true }) })

interface Row {
  readonly id: string
  readonly name: string
  readonly version: number
}
const listed = async (list: string) =>
  (await callApi(staff, 'GET', `/api/${list}`)).items as unknown as readonly Row[]

const figuresOf = async () =>
  (await callApi(staff, 'GET', '/api/servers/figures')) as unknown as {
    readonly brokenEggs: readonly { readonly name: string }[]
  }

/** Rules that the panel fails on, found when the panel is connected anew. */
const breakEgg = async (name: string) => {
  const egg = panel.state.eggs.find((each) => each.name === name)
  const [variable] = egg?.variables ?? []
  const rules = variable?.rules ?? ''
  mendEgg = () => Object.assign(variable ?? {}, { rules })
  Object.assign(variable ?? {}, { rules: 'required|regex:/^(latest|x)$/' })
  await callApi(staff, 'PATCH', '/api/settings', { values: { pterodactyl_base_url: `${panel.url}/` } })
  await expect.poll(async () => (await figuresOf()).brokenEggs.map((each) => each.name)).toEqual([name])
}

const failBuild = async () => {
  panel.fault({ kind: 'status', status: 422, method: 'POST', path: '/servers', times: 1 })
  await orderServer(staff, 'Creative')
  await expect.poll(async () => (await callApi(staff, 'GET', '/api/server-queue/counts'))['failed']).toBe(1)
}

const openTicket = async () => {
  const { departments } = (await callApi(customer, 'GET', '/api/tickets/options')) as unknown as {
    readonly departments: readonly { readonly id: string }[]
  }
  await callApi(customer, 'POST', '/api/tickets', {
    departmentId: departments[0]?.id ?? null,
    serverId: null,
    withDiagnosis: false,
    priority: 'high',
    subject: 'It stops',
    body: 'It stops every night.',
    requestKey: crypto.randomUUID(),
  })
}

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  for (const page of [staff, customer]) await page.goto('/dashboard')
  panel = await takeOverPanel(site, staff)
  await offerCatalogue(staff)
  await failBuild()
  await breakEgg('Rust')
  await openTicket()
})
test.afterAll(async () => {
  await panel.close()
  await site.close()
})

const attention = (page: Page, title: string | RegExp) =>
  card(page, 'Needs attention').getByRole('listitem').filter({ hasText: title })

test('[ADH17] [ADH18] [ADH41] the administrator sees figures with their course, and once each what needs attention', async () => {
  const watch = watchPage(staff)
  await staff.goto('/mc-admin')
  await settle(staff)
  await expect(figure(staff, 'Users')).toContainText('+2 in 30 days')
  await expect(figure(staff, 'Servers')).toContainText('+1 in 30 days')
  for (const label of ['Users', 'Servers', 'New tickets'])
    await expect(figure(staff, label).locator('polyline')).toHaveCount(1)
  await expect(figure(staff, 'Builds in the queue')).toContainText('1 failed')
  await expect(figure(staff, 'New tickets')).toContainText('1')
  await expect(attention(staff, 'No servers can be created with Rust')).toContainText('Server Name')
  // Neither eggs nor backups are named a second time by their health checks.
  for (const trouble of [/egg|Rust/i, /backup/i]) await expect(attention(staff, trouble)).toHaveCount(1)
  await expectAccessible(staff, pathOf(staff))
  watch.check()
})

test('[ADH3] [ADH40] the feed names people and things and leads to them, and a line to where it is solved', async () => {
  const watch = watchPage(staff)
  const feed = card(staff, 'Recent activity')
  await expect(feed.getByText('Server created').first()).toBeVisible()
  expect(await feed.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  await expect(feed.getByRole('link', { name: 'Rust', exact: true }).first()).toHaveAttribute(
    'href',
    /\/mc-admin\/eggs\/[^/]+\/edit$/,
  )
  await feed.getByRole('link', { name: 'ada', exact: true }).first().click()
  await expect(staff).toHaveURL(/\/mc-admin\/users\/[^/]+\/edit$/)
  await expect(staff.locator('h1')).toContainText(/./)
  await staff.goBack()
  await attention(staff, '1 build failed').getByRole('link').click()
  await expect(staff).toHaveURL(/\/mc-admin\/server-queue\?filter=status(:|%3A)failed$/)
  await expect(main(staff).getByText('Creative', { exact: true })).toBeVisible()
  watch.check()
})

test('[ADH2] [ADH9] the health page says the same, with the activity by hour', async () => {
  const watch = watchPage(staff)
  await staff.goto('/mc-admin/health')
  await expect(main(staff).getByText(/^Audit log entries in the last 24 hours: [1-9]/)).toBeVisible()
  await expect(
    main(staff).getByText("The game panel can't create servers of these eggs: Rust (Server Name)."),
  ).toBeVisible()
  watch.check()
})

/** A member of staff who has these permissions and no others. */
const comeAsAgent = async (name: string, grant: readonly string[]) => {
  const { page } = await site.visitor()
  await page.goto('/auth/login')
  const account = { ...customerAccount, username: name, email: `${name}@example.com` }
  await callApi(page, 'POST', '/api/auth/register', account)
  const { item } = await callApi(staff, 'POST', '/api/roles', { name, realName: name, color: '#0ea5e9' })
  const role = (item as Row).id
  await callApi(staff, 'PATCH', `/api/roles/${role}/permissions`, { grant, revoke: [] })
  const [{ id } = { id: '' }] = await listed(`users?search=${name}`)
  const { item: user } = await callApi(staff, 'GET', `/api/users/${id}`)
  await callApi(staff, 'PATCH', `/api/users/${id}`, { version: (user as Row).version, role })
  return page
}

test('[ADH1] [ADH17] an agent with two permissions sees the figures and lines of these alone', async () => {
  const agent = await comeAsAgent('builder', ['admin.dashboard.view', 'admin.server.queue.list'])
  const watch = watchPage(agent)
  await agent.goto('/mc-admin')
  await settle(agent)
  await expect(figure(agent, 'Builds in the queue')).toContainText('1 failed')
  await expect(attention(agent, '1 build failed')).toBeVisible()
  await expect(main(agent).locator('dl')).toHaveCount(1)
  await expect(card(agent, 'Needs attention').getByRole('listitem')).toHaveCount(1)
  await expect(card(agent, 'Recent activity')).toHaveCount(0)
  await expectAccessible(agent, pathOf(agent))
  watch.check()
  for (const path of ['/api/servers/figures', '/api/users/figures', '/api/admin-home/activity'])
    expect(await agent.evaluate(async (each) => (await fetch(each)).status, path)).toBe(403)
})

test('[ADH16] the home of the administration fits a phone in both themes', async () => {
  const { page } = await site.visitor('admin', { viewport: phone, hasTouch: true, isMobile: true })
  const watch = watchPage(page)
  await page.goto('/mc-admin')
  await settle(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectFitting(page, `/mc-admin, ${colorScheme}`)
    await expectAccessible(page, `/mc-admin, ${colorScheme}`)
  }
  await attention(page, 'No servers can be created with Rust').getByRole('link').tap()
  await expect(page).toHaveURL(/\/mc-admin\/eggs\/[^/]+\/edit$/)
  watch.check()
})

test('[SRV111] the list and the form of eggs name the one that the panel fails on, until it is mended', async () => {
  const watch = watchPage(staff)
  await staff.goto('/mc-admin/eggs')
  await expect(main(staff).getByText('No servers can be created with 1 egg')).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  await main(staff).getByRole('listitem').getByRole('link', { name: 'Rust', exact: true }).click()
  await expect(main(staff).getByText('No servers can be created with this egg')).toBeVisible()
  await expect(main(staff).getByText(/rules or defaults of: Server Name/)).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  mendEgg()
  await main(staff).getByRole('button', { name: 'Check again' }).click()
  await expect(main(staff).getByText('No servers can be created with this egg')).toHaveCount(0)
  await expect.poll(async () => (await figuresOf()).brokenEggs).toEqual([])
  watch.check()
})
