import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import {
  checkScreen,
  desktop,
  expectDrawn,
  closeRefusal,
  expectForbidden,
  findRawKeys,
  navigate,
  phone,
  settle,
} from './check-screen.ts'
import { chooseLanguage, languages } from './languages.ts'
import { customer } from './people.ts'
import { everyNth } from './soak.ts'
import { findIds, type OpenedScreen, readScreens } from './site-content.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite
let people: Readonly<Record<'nobody' | 'customer' | 'admin', Page>>
let screens: readonly OpenedScreen[]
let plugins: readonly string[]

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  const visitors = [await site.visitor(), await site.visitor('customer'), await site.visitor('admin')]
  const [nobody, shopper, staff] = visitors.map(({ page }) => page)
  if (!nobody || !shopper || !staff) throw new Error('no pages')
  people = { nobody, customer: shopper, admin: staff }
  await shopper.goto('/dashboard')
  await staff.goto('/dashboard')
  const found = await readScreens(staff, await findIds(staff, shopper))
  screens = found.screens
  plugins = found.plugins
})

test.afterAll(() => site.close())

const screensOf = (...areas: string[]) => {
  const found = screens.filter(({ area }) => areas.includes(area))
  expect(found).not.toEqual([])
  return found
}

const statusOf = (page: Page, address: string): Promise<number> =>
  page.evaluate(async (to) => (await fetch(to, { headers: { accept: 'text/html' } })).status, address)

/** Loads the first screen, goes on to the others within the page, and checks each. */
const visitAll = async (page: Page, visited: readonly OpenedScreen[]) => {
  const watch = watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  watch.allow(404, /^\/no\/such\/page$/)
  for (const [index, screen] of visited.entries()) {
    const { path, address } = screen
    await test.step(path, async () => {
      if (index === 0) await page.goto(address)
      else await navigate(page, address)
      await expectDrawn(page, screen)
      await checkScreen(page, plugins)
      expect(await statusOf(page, address), `the document of ${path}`).toBe(path === '/*' ? 404 : 200)
      watch.check()
    })
  }
}

const leaves = new Set(['/auth/2fa/setup/disband'])
const stays = ({ path }: OpenedScreen) => !leaves.has(path)

test('nobody sees the public screens and those for guests', async () => {
  await visitAll(people.nobody, screensOf('public', 'guest').filter(stays))
})

test('a customer sees the screens of customers', async () => {
  await visitAll(people.customer, screensOf('user').filter(stays))
})

test('an administrator sees the screens of the administration', async () => {
  await visitAll(people.admin, screensOf('admin'))
})

test('[SCR137] [MNT1] [MNT5] during maintenance its page stands in for every other, for all but administrators', async () => {
  const { nobody, customer, admin } = people
  const turn = (isOn: boolean) =>
    callApi(admin, 'PATCH', '/api/settings', { values: { maintenance_enabled: isOn } })
  const title = (page: Page) => page.getByRole('heading', { level: 1 })
  const pause = /^We.ll be right back$/
  await turn(true)
  try {
    for (const page of [nobody, customer]) {
      await page.goto('/dashboard')
      await expect(title(page)).toHaveText(pause)
      await checkScreen(page, plugins)
    }
    await admin.goto('/mc-admin')
    await expect(admin.getByText('Maintenance mode is on')).toBeVisible()
  } finally {
    await turn(false)
  }
  await customer.goto('/dashboard')
  await expect(title(customer)).not.toHaveText(pause)
})

test('[SCR15] the root leads to the dashboard', async () => {
  const page = people.customer
  const watch = watchPage(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  watch.check()
})

test('[ERR11] the pages for what is forbidden, broken and not there say which it is, and lead home', async () => {
  const page = people.customer
  const pages = [
    ['/errors/403', 'Access denied'],
    ['/errors/500', 'Something went wrong'],
    ['/no/such/page', 'Page not found'],
  ] as const
  for (const [path, title] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page.getByRole('main').getByText('Go home').click()
    await expect(page, path).toHaveURL(/\/dashboard$/)
  }
})

test('[GRD1, GRD2, GRD3] a customer is refused each screen of the administration', async () => {
  const page = people.customer
  const watch = watchPage(page)
  const [first, ...others] = everyNth(screensOf('admin'), 8)
  await page.goto(first?.address ?? '')
  await closeRefusal(page)
  for (const screen of others) await test.step(screen.path, () => expectForbidden(page, screen))
  watch.check()
})

type LayoutShift = PerformanceEntry & {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

test('[DSH5] nothing on the dashboard moves when a headline comes', async () => {
  await callApi(people.admin, 'POST', '/api/announcements', {
    title: 'New location',
    summary: 'We have opened a location in Oslo.',
    body: 'It has fast disks.',
    kind: 'news',
    audience: 'everyone',
    locationIds: [],
    pinned: true,
    draft: false,
  })
  const { page, context } = await site.visitor('customer')
  await page.addInitScript(() => {
    // The dashboard waits four seconds for a widget; a busy machine may need more, and then it moves.
    const native = window.setTimeout.bind(window)
    const patient = (run: () => void, wait = 0) => native(run, wait >= 4_000 ? wait * 100 : wait)
    Object.assign(window, { setTimeout: patient })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        document.documentElement.dataset['shift'] =
          `${value} ${sources.map(({ node }) => (node instanceof Element ? node.className : node?.nodeName)).join()}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'New location' })).toBeVisible()
    await settle(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-shift')
  }
  await context.close()
})

test('a visitor without a session is asked to log in, and comes back to the screen', async () => {
  const { page, context } = await site.visitor()
  await page.goto('/earn/redeem')
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.getByLabel('Username or email').fill(customer.username)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/earn\/redeem$/)
  await context.close()
})

test('every language has the words of every kind of screen', async () => {
  const { page, context } = await site.visitor('admin')
  await page.goto('/dashboard')
  const signedIn = await context.storageState()
  for (const [language, tag] of Object.entries(languages)) {
    await chooseLanguage(page, language)
    for (const path of ['/auth/login', '/dashboard', '/mc-admin/locations']) {
      const cookies = path === '/auth/login' ? [] : signedIn.cookies
      await context.clearCookies({ name: /^(?!locale$)/ })
      await context.addCookies(cookies.filter(({ name }) => name !== 'locale'))
      await page.goto(path)
      await settle(page)
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      expect(await findRawKeys(page, plugins), `${path} in ${language}`).toEqual([])
    }
  }
  await context.close()
})

test('[SCR7, SCR9] logging out ends on log-in, giving up the second factor on the account', async () => {
  const { page, context } = await site.visitor('customer')
  const killed = page.waitForRequest((request) => request.url().endsWith('/api/auth/2fa/setup/kill'))
  await page.goto('/auth/2fa/setup/disband')
  await killed
  await expect(page).toHaveURL(/\/account$/)
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/login/)
  await context.close()
})
