import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible } from './check-screen.ts'
import { admin as adminAccount, customer as customerAccount } from './people.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let site: SecureSite
let staff: Page
let customer: Page
let watches: readonly ReturnType<typeof watchPage>[]

const pathOf = (page: Page) => new URL(page.url()).pathname
const main = (page: Page) => page.getByRole('main')

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  watches = [staff, customer].map(watchPage)
  for (const page of [staff, customer]) await page.goto('/dashboard')
  await callApi(staff, 'POST', '/api/auth/reauthenticate', { password: adminAccount.password })
})
test.afterEach(() => {
  for (const watch of watches) watch.check()
})
test.afterAll(() => site.close())

test('[SRV6] [SRV8] a customer changes the size of a server, and deletes it once its name is typed', async () => {
  const { servers } = (await callApi(customer, 'GET', '/api/servers')) as unknown as {
    readonly servers: readonly { readonly id: string }[]
  }
  await customer.goto(`/server/${servers[0]?.id}/update`)
  await main(customer).getByLabel('Name', { exact: true }).fill('Skyblock 2')
  await main(customer).getByRole('button', { name: 'Save changes' }).click()
  const question = customer.getByRole('alertdialog', { name: 'Save these changes?' })
  await expectAccessible(customer, pathOf(customer))
  await question.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(customer, 'Changes saved')
  await expect(customer).toHaveURL(/\/dashboard$/)
  await expect(main(customer).getByText('Skyblock 2').first()).toBeVisible()

  await customer.goto(`/server/${servers[0]?.id}/delete`)
  const confirm = main(customer).getByRole('button', { name: 'Delete server' })
  await expect(main(customer).getByLabel('Type Skyblock 2 to confirm')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await main(customer).getByLabel('Type Skyblock 2 to confirm').fill('Skyblock 2')
  await confirm.click()
  await expect(customer).toHaveURL(/\/dashboard$/)
  await expect
    .poll(async () => (await callApi(customer, 'GET', '/api/servers'))['servers' as never], {
      timeout: 60_000,
    })
    .toEqual([])
})

test('[SET7] [SET14] [SET15] [SET16] settings are reviewed before they are saved, taken back, and come from a file', async () => {
  await staff.goto('/mc-admin/settings')
  const name = main(staff).getByLabel('Dashboard name', { exact: true })
  const before = await name.inputValue()
  const save = async (from: string, to: string) => {
    await staff.getByRole('button', { name: 'Review and save' }).click()
    const review = staff.getByRole('dialog', { name: /Review/ })
    await expect(review.locator('del')).toHaveText(from)
    await expect(review.locator('ins')).toHaveText(to)
    if (to === 'Harbour Hosting') await expectAccessible(staff, pathOf(staff))
    await review.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(staff, 'Settings saved')
  }
  const choose = async (entry: string) => {
    await main(staff).getByRole('button', { name: 'More', exact: true }).click()
    return staff.getByRole('menuitem', { name: entry })
  }
  const saving = staff.waitForEvent('download')
  await (await choose('Export settings')).click()
  const file = await (await saving).path()

  await name.fill('Harbour Hosting')
  await save(before, 'Harbour Hosting')
  await (await choose('Change history')).click()
  const history = staff.getByRole('dialog', { name: 'Change history' })
  await expect(history.getByText('Harbour Hosting')).toBeVisible()
  await history.getByRole('button', { name: 'Undo' }).first().click()
  await expect(name).toHaveValue(before)
  await save('Harbour Hosting', before)

  await name.fill('Another name')
  await save(before, 'Another name')
  const choosing = staff.waitForEvent('filechooser')
  await (await choose('Import settings')).click()
  await (await choosing).setFiles(file)
  await expect(name).toHaveValue(before)
  await save('Another name', before)
})

test('[RDM11] [RDM12] staff make many codes, a customer redeems one, and staff see who', async () => {
  await staff.goto('/mc-admin/redeem-codes')
  await main(staff).getByRole('button', { name: 'Create many codes' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Number of codes').fill('0')
  await dialog.getByRole('button', { name: 'Create codes' }).click()
  await expect(dialog.getByText('Enter 1 to 1,000').first()).toBeVisible()
  await dialog.getByLabel('Number of codes').fill('3')
  await dialog.getByLabel('Prefix').fill('SPRING-')
  await dialog.getByRole('button', { name: 'Create codes' }).click()
  await expect(staff.getByRole('dialog', { name: '3 codes created' })).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  const codes = (await dialog.locator('pre').innerText()).trim().split('\n')
  expect(codes).toEqual([1, 2, 3].map(() => expect.stringMatching(/^SPRING-/)))
  await dialog.getByRole('button', { name: 'Done' }).click()

  await customer.goto('/earn/redeem')
  await customer.getByLabel('Code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '')
  await customer.getByRole('button', { name: 'Redeem', exact: true }).click()
  await expect(customer.getByText('You received 100 coins.')).toBeVisible()

  const { items } = await callApi(staff, 'GET', `/api/redeem-codes?search=${codes[0]}`)
  await staff.goto(`/mc-admin/redeem-codes/${items?.[0]?.id}/edit`)
  const uses = main(staff).getByRole('table', { name: 'Redeemed by' })
  await expect(uses.getByRole('link', { name: customerAccount.username })).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
})

test('[USR7] [USR9] [UNO1] [USR14] staff write a note about a customer, ban them with a reason and let them back in', async () => {
  const { items } = await callApi(staff, 'GET', `/api/users?search=${customerAccount.username}`)
  await staff.goto(`/mc-admin/users/${items?.[0]?.id}/edit`)
  const openTab = (tab: string) => main(staff).getByRole('tab', { name: tab, exact: true }).click()
  await openTab('Notes')
  await main(staff).getByLabel('New note').fill('Paid by bank transfer')
  await main(staff).getByRole('button', { name: 'Add note' }).click()
  await expect(main(staff).getByText('Paid by bank transfer')).toBeVisible()

  await openTab('Role and ban')
  const save = main(staff).getByRole('button', { name: 'Save', exact: true })
  await main(staff).getByLabel('Banned', { exact: true }).check()
  await main(staff).getByLabel('Reason').fill('Two accounts')
  await save.click()
  await expectToast(staff, 'User saved')
  await expectAccessible(staff, pathOf(staff))
  watches[1]?.allow(401, /^\/api\//)
  await customer.goto('/dashboard')
  await customer.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(customer).toHaveURL(/\/auth\/login/)

  await main(staff).getByLabel('Banned', { exact: true }).uncheck()
  await save.click()
  await expectToast(staff, 'User saved')
  await openTab('Activity')
  await main(staff).getByLabel('Show').selectOption('target')
  await expect(main(staff).getByText('Account updated').first()).toBeVisible()
})
