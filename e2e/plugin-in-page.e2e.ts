import { expect, test, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { craftFiles } from '../tests/support/plugins/craft-package.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { pageAttempt, pageAttempts } from './page-attempts.ts'

let plugins: string
let site: SecureSite
let page: Page

test.describe.configure({ mode: 'serial' })

const idOf = (index: number) => `attempt-${index}`

test.beforeAll(async ({ playwright }) => {
  plugins = mkdtempSync(join(tmpdir(), 'spawnpoint-attempts-'))
  for (const [index, attempt] of pageAttempts.entries()) {
    const { manifest, files } = pageAttempt(idOf(index), attempt)
    for (const { path, content } of craftFiles(manifest, { files })) {
      const file = join(plugins, idOf(index), 'dist', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
  site = await openPreparedSite(playwright, { PLUGINS_DIR: plugins })
  page = (await site.visitor('admin')).page
})
test.afterAll(async () => {
  await site?.close()
  rmSync(plugins, { recursive: true, force: true })
})

interface Row {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly reports: { readonly first: string } | null
}

const rowOf = async (id: string) => {
  const { plugins: rows } = await callApi(page, 'GET', '/api/plugin-manager/plugins')
  const row = (rows as readonly Row[]).find((each) => each.id === id)
  if (!row) throw new Error(`no row of ${id}`)
  return row
}

/** The reason and the first report of a plugin, as staff read them. */
const toldOf = async (id: string) => {
  const { reason, reports } = await rowOf(id)
  return `${reason ?? ''} ${reports?.first ?? ''}`
}

const dialog = () => page.getByRole('dialog')

/** Reads the consent as an administrator would, and agrees. */
async function agree(id: string, sentences: readonly string[]) {
  await page.goto(`${site.origin}/mc-admin/plugins?q=${id}`)
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Name or ID' }))
    .first()
    .fill(`The ${id}`)
  await page.getByRole('switch', { name: `Enable The ${id}`, exact: true }).click()
  for (const sentence of sentences) await expect(dialog()).toContainText(sentence)
  await dialog().getByRole('button', { name: 'Enable' }).click()
  await expect(dialog()).toHaveCount(0)
}

const IN_PAGE = 'Its pages run inside the dashboard with the access of the person viewing them.'

for (const [index, attempt] of pageAttempts.entries())
  test(`[RTP23] a plugin in the page ${attempt.name}`, async () => {
    const id = idOf(index)
    const { says = [], shows, told, isOff = false, leaves } = attempt
    await agree(id, [IN_PAGE, ...says])
    await page.goto(`${site.origin}/dashboard`)
    const entry = page.locator(`nav a[href="/p/${id}"]`)
    // Start-up code that fails at once is off before its page could be opened.
    if (!(isOff && attempt.boot)) await entry.first().click()
    if (shows !== undefined) await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
    if (told) await expect.poll(() => toldOf(id)).toMatch(told)
    if (leaves) await expect.poll(() => leaves.read(page)).toEqual(leaves.on)
    expect((await rowOf(id)).state).toBe(isOff ? 'quarantined' : 'active')
    // The menu leads on, whatever it has done.
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    await expect(page).toHaveURL(`${site.origin}/dashboard`)

    await callApi(page, 'POST', `/api/plugin-manager/plugins/${id}/disable`, { withDependants: false })
    await expect(entry).toHaveCount(0)
    await page.goto(`${site.origin}/dashboard`)
    await expect(page.getByRole('link', { name: 'Spawnpoint' }).first()).toBeVisible()
    if (leaves) expect(await leaves.read(page)).toEqual(leaves.off)
  })

test('[RTP23] a page in safe mode runs none of them', async () => {
  const index = pageAttempts.findIndex(({ name }) => name === 'changes a prototype')
  const id = idOf(index)
  await agree(id, [IN_PAGE])
  await page.goto(`${site.origin}/dashboard`)
  await expect.poll(() => page.evaluate(() => 'mine' in String.prototype)).toBe(true)
  await page.goto(`${site.origin}/dashboard?safe-mode=1`)
  await expect(page.getByRole('link', { name: 'Spawnpoint' }).first()).toBeVisible()
  await expect(page.locator(`nav a[href="/p/${id}"]`)).toHaveCount(0)
  expect(await page.evaluate(() => 'mine' in String.prototype)).toBe(false)
})

test('[RTP23] has ten attempts and more', () => {
  expect(pageAttempts.length).toBeGreaterThanOrEqual(10)
})
