import { expect, test, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible, expectFitting, phone, settle } from './check-screen.ts'
import { checkLanguages } from './languages.ts'
import { admin, customer as customerAccount } from './people.ts'
import { orderServer } from './site-content.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let site: SecureSite
let staff: Page
let customer: Page
let watches: readonly ReturnType<typeof watchPage>[]
let server = ''

const pathOf = (page: Page) => new URL(page.url()).pathname
const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, name: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  watches = [staff, customer].map(watchPage)
  for (const page of [staff, customer]) await page.goto('/dashboard')
  const { servers } = (await callApi(customer, 'GET', '/api/servers')) as unknown as {
    servers: readonly { readonly id: string }[]
  }
  server = servers[0]?.id ?? ''
  await orderServer(staff, 'Creative')
})
test.afterEach(() => {
  for (const watch of watches) watch.check()
})
test.afterAll(() => site.close())

test('[BKP2] [BKP4] a backup is started, and restored on trial while staff go on', async () => {
  await staff.goto('/mc-admin/backups')
  await expect(main(staff).getByText('No backups yet')).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  await main(staff).getByRole('button', { name: 'Create backup' }).first().click()
  await expectToast(staff, 'Backup started')
  await expect(main(staff).getByText('Created by staff')).toBeVisible()
})

test('[SRV43] [SRV44] staff find a server and suspend it with a reason that its owner sees, and bring it back', async () => {
  await customer.goto(`/server/${server}`)
  await staff.goto('/mc-admin/servers')
  await expect(rowOf(staff, 'Creative')).toBeVisible()
  await main(staff).getByRole('searchbox').fill('grace')
  await expect(rowOf(staff, 'Creative')).toHaveCount(0)
  await expect(rowOf(staff, 'Skyblock')).toBeVisible()
  await main(staff).getByLabel('Status').selectOption('suspended')
  await expect(rowOf(staff, 'Skyblock')).toHaveCount(0)
  await main(staff).getByLabel('Status').selectOption('active')
  await rowOf(staff, 'Skyblock').getByRole('button', { name: 'Actions for Skyblock' }).click()
  await staff.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Suspend Skyblock?' })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It mines coins')
  await expectAccessible(staff, pathOf(staff))
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog).toBeHidden()
  await main(staff).getByLabel('Status').selectOption('suspended')
  await expect(rowOf(staff, 'Skyblock')).toBeVisible()

  await customer.reload()
  await expect(main(customer).getByText(/It mines coins/)).toBeVisible()
  await expect(main(customer).getByRole('region', { name: 'Power' })).toHaveCount(0)

  await rowOf(staff, 'Skyblock').getByRole('button', { name: 'Actions for Skyblock' }).click()
  await staff.getByRole('menuitem', { name: 'Unsuspend' }).click()
  const back = staff.getByRole('dialog', { name: 'Unsuspend Skyblock?' })
  await back.getByLabel('Reason').fill('It was a mistake')
  await back.getByRole('button', { name: 'Unsuspend' }).click()
  await expect(back).toBeHidden()
  await customer.reload()
  await expect(main(customer).getByRole('region', { name: 'Power' })).toBeVisible()
})

test('[SRV47] an action on many servers says of each what became of it', async () => {
  await staff.goto('/mc-admin/servers')
  for (const name of ['Skyblock', 'Creative']) await rowOf(staff, name).getByRole('checkbox').check()
  const bar = staff.getByRole('group', { name: 'Selected servers' })
  await expect(bar.getByText('Selected: 2')).toBeVisible()
  await bar.getByRole('button', { name: 'Transfer' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Transfer 2 servers?' })
  await dialog.getByRole('combobox').fill('gra')
  await staff.getByRole('option', { name: /grace/ }).click()
  await dialog.getByLabel('Reason').fill('A gift')
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  const results = staff.getByRole('dialog', { name: 'Transferring servers' })
  await expect(results.getByText('2 of 2 finished')).toBeVisible()
  await expect(results.getByRole('listitem').filter({ hasText: 'Skyblock' })).toContainText(
    'This user already owns the server.',
  )
  await expect(results.getByRole('listitem').filter({ hasText: 'Creative' })).toContainText('Not done')
  await expectAccessible(staff, pathOf(staff))
  await results.getByRole('button', { name: 'Close', exact: true }).last().click()

  for (const name of ['Skyblock', 'Creative']) await rowOf(staff, name).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Suspend', exact: true }).click()
  const question = staff.getByRole('dialog', { name: 'Suspend 2 servers?' })
  await question.getByLabel('Reason').fill('Maintenance')
  await question.getByRole('button', { name: 'Suspend' }).click()
  const suspended = staff.getByRole('dialog', { name: 'Suspending servers' })
  await expect(suspended.getByText('Done', { exact: true })).toHaveCount(2)
  await suspended.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(rowOf(staff, 'Creative').getByText('Suspended', { exact: true })).toBeVisible()
})

test('[AUD2] [AUD3] [AUD4] the audit log is narrowed, shows before and after, and is downloaded', async () => {
  await staff.goto('/mc-admin/audit-log')
  await main(staff).getByLabel('Action', { exact: true }).selectOption({ label: 'Server suspended' })
  const rows = main(staff).getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(4)
  await rows.nth(3).getByRole('button', { name: 'Server suspended' }).click()
  const entry = staff.getByRole('dialog', { name: 'Server suspended' })
  await expect(entry.getByRole('insertion').first()).toBeVisible()
  await expect(entry).toContainText('It mines coins')
  await expectAccessible(staff, pathOf(staff))
  await entry.getByRole('button', { name: 'Close', exact: true }).last().click()
  const download = staff.waitForEvent('download')
  await main(staff).getByRole('link', { name: 'Export CSV' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).toContain('It mines coins')
})

/** Opens a ticket for the customer. */
const openTicket = async (subject: string): Promise<string> => {
  const { departments } = (await callApi(customer, 'GET', '/api/tickets/options')) as unknown as {
    readonly departments: readonly { readonly id: string }[]
  }
  const { id } = await callApi(customer, 'POST', '/api/tickets', {
    departmentId: departments[0]?.id ?? null,
    serverId: null,
    withDiagnosis: false,
    priority: 'high',
    subject,
    body: 'It stops every night.',
    requestKey: crypto.randomUUID(),
  })
  return String(id)
}

/** A member of staff with a role that grants exactly these permissions. */
const comeAs = async (name: string, grant: readonly string[]): Promise<Page> => {
  const { page } = await site.visitor()
  await page.goto('/auth/login')
  await callApi(page, 'POST', '/api/auth/register', {
    ...customerAccount,
    username: name,
    firstName: 'Katherine',
    lastName: 'Johnson',
    email: `${name}@example.com`,
  })
  // It counts as confirmed for some minutes only.
  await callApi(staff, 'POST', '/api/auth/reauthenticate', { password: admin.password })
  const { item } = await callApi(staff, 'POST', '/api/roles', { name, realName: name, color: '#0ea5e9' })
  const role = (item as { readonly id: string }).id
  await callApi(staff, 'PATCH', `/api/roles/${role}/permissions`, { grant, revoke: [] })
  const { items } = await callApi(staff, 'GET', `/api/users?search=${name}`)
  const found = await callApi(staff, 'GET', `/api/users/${items?.[0]?.id}`)
  const { id, version } = found['item'] as { readonly id: string; readonly version: number }
  await callApi(staff, 'PATCH', `/api/users/${id}`, { version, role })
  return page
}

test('[TIC8] [GRD1] [ADH8] an agent with two permissions sees the pages of these and no others, and does the job', async () => {
  const id = await openTicket('Crashes at night')
  const agent = await comeAs('katherine', ['admin.tickets.list', 'admin.tickets.view'])
  const watch = watchPage(agent)
  watch.allow(403, /^\/mc-admin/)
  await agent.goto('/mc-admin/tickets')
  await settle(agent)
  const menu = agent.getByRole('navigation').getByRole('link')
  const addresses = await menu.evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
  expect([...new Set(addresses)].filter((each) => each.startsWith('/mc-admin'))).toEqual([
    '/mc-admin/tickets',
  ])
  for (const closed of ['/mc-admin/servers', '/mc-admin/health', '/mc-admin/audit-log', '/mc-admin/users']) {
    await agent.goto(closed)
    await expect(agent.getByRole('alertdialog', { name: 'Access Denied', exact: true })).toBeVisible()
  }
  await agent.goto('/mc-admin/tickets')
  await main(agent)
    .getByRole('link', { name: /Crashes at night/ })
    .click()
  await expect(agent).toHaveURL(new RegExp(`/mc-admin/tickets/${id}$`))
  await agent.getByRole('textbox', { name: 'Reply' }).fill('We look at it.')
  await expectAccessible(agent, pathOf(agent))
  await callApi(staff, 'PATCH', '/api/settings', { values: { tickets_undo_seconds: 0 } })
  await agent.getByRole('button', { name: 'Send reply' }).click()
  await customer.goto(`/ticket/${id}`)
  await expect(customer.getByRole('list', { name: 'Conversation' }).getByText('We look at it.')).toBeVisible()
  watch.check()
  await agent.context().close()
})

test('[SCR94] an administrator on a phone suspends a server, answers a ticket and reads the health', async () => {
  const id = await openTicket('Please help')
  const { page, context } = await site.visitor('admin', { viewport: phone, hasTouch: true, isMobile: true })
  const watch = watchPage(page)
  await page.goto('/mc-admin/servers')
  await expectFitting(page, pathOf(page))
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: 'Creative' })
    .getByRole('button', { name: 'Creative' })
    .tap()
  const details = page.getByRole('dialog', { name: /^Creative/ })
  for (const [action, state] of [
    ['Unsuspend', 'Active'],
    ['Suspend', 'Suspended'],
  ] as const) {
    await details.getByRole('button', { name: 'Actions for Creative' }).tap()
    await page.getByRole('menuitem', { name: action, exact: true }).tap()
    const question = page.getByRole('dialog', { name: `${action} Creative?` })
    await question.getByLabel('Reason').fill('On the way')
    await question.getByRole('button', { name: action, exact: true }).tap()
    await expect(question).toBeHidden()
    await expect(details.getByText(state, { exact: true })).toBeVisible()
  }
  await expectFitting(page, 'the details of a server')

  await page.goto(`/mc-admin/tickets/${id}`)
  await expectFitting(page, pathOf(page))
  await page.getByRole('textbox', { name: 'Reply' }).fill('Sent from a phone.')
  await page.getByRole('button', { name: 'Send reply' }).tap()
  await expect(page.getByRole('list', { name: 'Conversation' }).getByText('Sent from a phone.')).toBeVisible()

  const bar = page.getByRole('navigation', { name: 'Main pages' })
  await bar.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'System', exact: true }).tap()
  await expect(page).toHaveURL(/\/mc-admin\/health$/)
  await expect(main(page).getByRole('heading', { name: 'Scheduled jobs' })).toBeVisible()
  await expect(main(page).getByText('Healthy').first()).toBeVisible()
  await expectFitting(page, pathOf(page))
  await expectAccessible(page, pathOf(page))
  watch.check()
  await context.close()
})

test('[LGA1] [LGA4] [LGA6] staff log in as a customer, are told so on each page, and come back', async () => {
  const { items } = await callApi(staff, 'GET', '/api/users?search=grace')
  const edit = `/mc-admin/users/${items?.[0]?.id}/edit`
  await staff.goto(edit)
  await main(staff).getByRole('button', { name: 'Log in as' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Log in as grace?' })
  await dialog.getByLabel('Reason').fill('Ticket 1001')
  await dialog.getByRole('button', { name: 'Log in as customer' }).click()
  await expect(staff).toHaveURL(/\/dashboard$/)
  const banner = staff.getByText('You are logged in as grace')
  await expect(banner).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  await staff.goto(`/server/${server}`)
  await expect(banner).toBeVisible()
  await staff.getByRole('button', { name: 'Back to my account' }).click()
  await expect(staff).toHaveURL(new RegExp(`${edit}$`))
  await expect(main(staff).getByRole('heading', { level: 1, name: 'grace' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('[BKP2] the backup was restored and checked meanwhile', async () => {
  await staff.goto('/mc-admin/backups')
  await expect(main(staff).getByText('Restored and checked')).toBeVisible()
  await expect(main(staff).getByText('Coin ledger balanced')).toBeVisible()
})

test('[LOC3] the screens of the administration have words and room in each language', async () => {
  const { plugins } = (await callApi(staff, 'GET', '/api/system/plan')) as unknown as {
    readonly plugins: readonly { readonly id: string }[]
  }
  const screens = ['', '/servers', '/health', '/backups', '/audit-log', '/payments', '/economy']
  await checkLanguages(
    staff,
    screens.map((screen) => `/mc-admin${screen}`),
    ['shell', ...plugins.map(({ id }) => id)],
  )
})
