import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible } from './check-screen.ts'
import { noise } from './noise.ts'
import { admin, customer } from './people.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' })
const send = (page: Page) => page.getByRole('button', { name: 'Send reply' }).click()

/** Writes to the team, and answers the id of the ticket. */
async function create(page: Page, subject: string): Promise<string> {
  await page.goto('/ticket/create')
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('It stops **every night**.')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  return pathOf(page).split('/').at(-1) ?? ''
}

/** A colleague with the role of the administrator. */
async function colleagueOf(agent: Page): Promise<Page> {
  const { page } = await site.visitor()
  await page.goto('/auth/login')
  const account = { ...customer, username: 'katherine', email: 'katherine@example.com' }
  await callApi(page, 'POST', '/api/auth/register', account)
  const itemOf = async (username: string) => {
    const { items } = await callApi(agent, 'GET', `/api/users?search=${username}`)
    const { item } = await callApi(agent, 'GET', `/api/users/${items?.[0]?.id}`)
    return item as { readonly id: string; readonly version: number; readonly role: { readonly id: string } }
  }
  const { id, version } = await itemOf(account.username)
  const { role } = await itemOf(admin.username)
  await callApi(agent, 'PATCH', `/api/users/${id}`, { version, role: role.id })
  return page
}

test('[TIC5] [TIC10] [TIC20] [TIC23] [TIC27] [TIC34] a customer and the team talk over live pages, and merge, close and rate what they talk about', async () => {
  const { page: grace } = await site.visitor('customer')
  const { page: ada } = await site.visitor('admin')
  const [visitor, agent] = [watchPage(grace), watchPage(ada)]
  await grace.setViewportSize({ width: 390, height: 844 })
  const second = await create(grace, 'It crashed again')
  const id = await create(grace, 'Crashes at night')
  await ada.goto(`/mc-admin/tickets/${id}`)
  await callApi(ada, 'PATCH', '/api/settings', { values: { tickets_undo_seconds: 0 } })
  await expect(conversation(ada).getByText('every night')).toBeVisible()

  await test.step('a picture reaches the open page of the team', async () => {
    await grace.locator('input[type="file"]').setInputFiles({
      name: 'crash.png',
      mimeType: 'image/png',
      buffer: await noise(64),
    })
    await expect(grace.getByRole('button', { name: 'Remove crash.png' })).toBeVisible()
    await reply(grace).fill('Here is a picture of it.')
    await send(grace)
    await expect(conversation(ada).getByText('Here is a picture of it.')).toBeVisible()
    const picture = conversation(ada).getByRole('img', { name: 'crash.png' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('two of the team see each other, and nobody sends what a message has overtaken', async () => {
    const katherine = await colleagueOf(ada)
    await katherine.goto(`/mc-admin/tickets/${id}`)
    await reply(katherine).pressSequentially('Which mods')
    await expect(ada.getByText('katherine is typing…')).toBeVisible()
    await reply(ada).fill('Which mods do you use?')
    await reply(grace).fill('I removed all mods.')
    await send(grace)
    await expect(conversation(ada).getByText('I removed all mods.')).toBeVisible()
    agent.allow(409, /\/replies$/)
    await send(ada)
    await expect(ada.getByText(/replied while you were writing/).first()).toBeVisible()
    await expectAccessible(ada, pathOf(ada))
    await reply(ada).fill('Thanks. Does it still stop?')
    await ada.getByRole('button', { name: 'Send anyway' }).click()
    await expect(conversation(grace).getByText('Thanks. Does it still stop?')).toBeVisible()
    await expectAccessible(grace, pathOf(grace))
    await katherine.context().close()
  })

  await test.step('the other ticket becomes part of this one', async () => {
    await ada.goto(`/mc-admin/tickets/${second}`)
    await ada.getByRole('button', { name: 'Merge ticket' }).click()
    const dialog = ada.getByRole('dialog')
    await expect(dialog.getByLabel('Merge into')).toContainText('Crashes at night')
    await dialog.getByRole('button', { name: 'Merge tickets' }).click()
    await expect(ada.getByText(/^Merged into #\d+$/)).toBeVisible()
    await grace.goto(`/ticket/${second}`)
    await expect(grace.getByText(/^This ticket continues in #\d+$/)).toBeVisible()
  })

  await test.step('the team closes the ticket, and the customer says how it went', async () => {
    await grace.goto(`/ticket/${id}`)
    await ada.goto(`/mc-admin/tickets/${id}`)
    await ada.getByLabel('Status').selectOption('closed')
    await grace.getByRole('button', { name: 'Yes, solved' }).click()
    await expect(grace.getByText('Thanks for your feedback.')).toBeVisible()
    await grace.getByLabel("Anything you'd like to add?").fill('Thanks, that was quick.')
    await grace.getByRole('button', { name: 'Send comment' }).click()
    await expect(grace.getByRole('button', { name: 'Send comment' })).toHaveCount(0)
    await expect(grace.getByText('Thanks, that was quick.')).toBeVisible()
    await expect(reply(grace)).toHaveCount(0)
    await expectAccessible(grace, pathOf(grace))
  })
  visitor.check()
  agent.check()
})

test('[TIC9] [TIC20] [TIC21] a server that is killed and started again loses no message and no draft', async () => {
  const { page: grace } = await site.visitor('customer')
  const { page: ada } = await site.visitor('admin')
  const id = await create(grace, 'Will this be lost?')
  await ada.goto(`/mc-admin/tickets/${id}`)
  await callApi(ada, 'PATCH', '/api/settings', { values: { tickets_undo_seconds: 10 } })
  await ada.reload()
  await reply(grace).fill('I typed this before the server died.')
  await expect(grace.getByText('Draft saved')).toBeVisible()
  await reply(ada).fill('It dies while this reply can be undone.')
  await send(ada)
  await expect(conversation(ada).getByText('It dies while')).toBeVisible()
  await site.restart()
  // By a job that outlives the process, and on the page that was open all the time.
  await expect(conversation(grace).getByText('It dies while')).toBeVisible()
  await expect(reply(grace)).toHaveValue('I typed this before the server died.')
  const { page: elsewhere } = await site.visitor('customer')
  await elsewhere.goto(`/ticket/${id}`)
  await expect(reply(elsewhere)).toHaveValue('I typed this before the server died.')
  await send(grace)
  await expect(conversation(ada).getByText('I typed this')).toHaveCount(1)
  await expect(conversation(grace).getByText('I typed this')).toHaveCount(1)
})
