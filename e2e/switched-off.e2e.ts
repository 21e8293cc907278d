import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { navigate } from './check-screen.ts'
import { everyNth } from './soak.ts'
import { watchPage } from './watch-page.ts'

interface Row {
  readonly id: string
  readonly state: string
  readonly removable: boolean
  readonly kind: string
}
interface Plan {
  readonly plugins: readonly {
    readonly id: string
    readonly contributes: Readonly<Record<'routes' | 'adminPages', readonly { readonly path: string }[]>>
  }[]
}

let site: SecureSite
let staff: Page
let shopper: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  shopper = (await site.visitor('customer')).page
  await staff.goto('/dashboard')
})
test.afterAll(() => site.close())

const list = async () =>
  (await callApi(staff, 'GET', '/api/plugin-manager/plugins'))['plugins'] as readonly Row[]
const running = async () => (await list()).filter(({ state }) => state === 'active').map(({ id }) => id)

/** The addresses of all pages, by plugin. */
const readPaths = async () => {
  const { plugins } = (await callApi(staff, 'GET', '/api/system/plan')) as unknown as Plan
  return new Map(
    plugins.map(({ id, contributes }) => [
      id,
      [...contributes.routes, ...contributes.adminPages].map(({ path }) => path),
    ]),
  )
}

/** Switches on what is off; whoever needs another waits for it. */
async function switchOn(ids: readonly string[]) {
  const active = await running()
  const missing = ids.filter((id) => !active.includes(id))
  if (missing.length === 0) return
  for (const id of missing)
    await callApi(staff, 'POST', `/api/plugin-manager/plugins/${id}/enable`, {}).catch(() => undefined)
  expect((await running()).length).toBeGreaterThan(active.length)
  await switchOn(ids)
}

/** Whether visible content is drawn. The hidden placeholder of an empty widget is not waited for. */
async function isDrawn(page: Page) {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible()
  await expect(page.locator('.sp-skeleton:visible, [aria-busy="true"]')).toHaveCount(0)
}

/** A start of the page without them: it stands, and its menu leads to none of them. */
async function expectGone(page: Page, home: string, paths: readonly string[]) {
  const watch = watchPage(page)
  await page.goto(home)
  await isDrawn(page)
  const links = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.filter((link) => link !== null && paths.includes(link))).toEqual([])
  const [path] = paths.filter((each) => !each.includes(':'))
  if (path) {
    await navigate(page, path)
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  }
  watch.check()
}

/** Switches off, looks at both areas without what went, and switches on again. */
async function expectMissing(
  ids: readonly string[],
  before: readonly string[],
  all: ReadonlyMap<string, string[]>,
) {
  for (const id of ids)
    await callApi(staff, 'POST', `/api/plugin-manager/plugins/${id}/disable`, { withDependants: true })
  const left = await running()
  for (const id of ids) expect(left).not.toContain(id)
  const gone = before.filter((each) => !left.includes(each)).flatMap((each) => all.get(each) ?? [])
  await Promise.all([expectGone(shopper, '/dashboard', gone), expectGone(staff, '/mc-admin/plugins', gone)])
  await switchOn(before)
}

const readRemovable = async () => {
  const removable = (await list()).filter((row) => row.removable && row.kind === 'builtin')
  expect(removable.length).toBeGreaterThan(8)
  return removable.map(({ id }) => id)
}

test('all removable built-ins can be missing together: their pages and menu entries are gone, nothing breaks', async () => {
  await expectMissing(await readRemovable(), await running(), await readPaths())
})

test('each removable built-in can be missing: its pages and menu entries are gone, nothing breaks', async () => {
  const before = await running()
  const all = await readPaths()
  for (const id of everyNth(await readRemovable(), 8))
    await test.step(id, () => expectMissing([id], before, all))
})
