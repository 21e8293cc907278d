import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectDrawn, expectForbidden, navigate } from './check-screen.ts'
import { type Account, customer } from './people.ts'
import { everyNth } from './soak.ts'
import { findIds, type OpenedScreen, readScreens } from './site-content.ts'

test.describe.configure({ mode: 'serial' })

interface Staff {
  readonly page: Page
  readonly role: string
}

let site: SecureSite
let root: Page
let member: Page
let guest: Page
let holders: readonly Staff[]
let other: Staff
let screens: readonly OpenedScreen[]
let catalogue: readonly string[]

const comeAsMember = async (account: Account): Promise<Page> => {
  const { page } = await site.visitor()
  await page.clock.install()
  await page.goto('/auth/login')
  await callApi(page, 'POST', '/api/auth/register', account)
  await page.goto('/dashboard')
  return page
}

const findUser = async (username: string) => {
  const { items } = await callApi(root, 'GET', `/api/users?search=${username}`)
  const { id = '' } = items?.[0] ?? {}
  const { item } = await callApi(root, 'GET', `/api/users/${id}`)
  return item as { readonly id: string; readonly version: number }
}

/** A member of staff with a role of their own, which grants nothing yet. */
const comeAsStaff = async (name: string): Promise<Staff> => {
  const page = await comeAsMember({ ...customer, username: name, email: `${name}@example.com` })
  const { item } = await callApi(root, 'POST', '/api/roles', { name, realName: name, color: '#0ea5e9' })
  const role = (item as { readonly id: string }).id
  const { id, version } = await findUser(name)
  await callApi(root, 'PATCH', `/api/users/${id}`, { version, role })
  return { page, role }
}

const readCatalogue = async (role: string) => {
  const { entries } = await callApi(root, 'GET', `/api/roles/${role}/permissions`)
  return (entries as readonly { readonly value: string }[])
    .map(({ value }) => value)
    .filter((value) => value !== 'admin.root')
}

const readPermissions = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user_permissions') ?? '[]') as string[]).toSorted())

/** The role grants exactly these permissions from here on, and the page knows. */
const grantExactly = async ({ page, role }: Staff, grant: readonly string[]) => {
  await callApi(root, 'PATCH', `/api/roles/${role}/permissions`, {
    grant,
    revoke: catalogue.filter((value) => !grant.includes(value)),
  })
  await expect(async () => {
    // The session is asked for once a minute.
    await page.clock.fastForward('01:01')
    await expect
      .poll(() => readPermissions(page), { timeout: 5_000, intervals: [25] })
      .toEqual(grant.toSorted())
  }).toPass()
}

/** Divides the screens among them; they work at the same time, for each waits more than the machine works. */
const shareOut = (
  staff: readonly Staff[],
  all: readonly OpenedScreen[],
  visit: (one: Staff, screen: OpenedScreen) => Promise<void>,
) =>
  Promise.all(
    staff.map(async (one, at) => {
      for (const screen of all.filter((_, index) => index % staff.length === at))
        await test.step(screen.path, () => visit(one, screen))
    }),
  )

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  root = (await site.visitor('admin')).page
  member = (await site.visitor('customer')).page
  guest = (await site.visitor()).page
  await root.goto('/dashboard')
  await member.goto('/dashboard')
  holders = [await comeAsStaff('holder'), await comeAsStaff('keeper')]
  other = await comeAsStaff('others')
  catalogue = await readCatalogue(other.role)
  const found = await readScreens(root, await findIds(root, member), {
    '/mc-admin/users/:id/edit': 'others',
    '/mc-admin/roles/:id/permissions': 'Permissions of others',
  })
  screens = found.screens
})
test.afterAll(() => site.close())

const screensOf = (area: OpenedScreen['area']) => {
  const found = screens.filter((screen) => screen.area === area && !screen.redirect)
  expect(found).not.toEqual([])
  return found
}

const expectOpen = async (page: Page, screen: OpenedScreen) => {
  await navigate(page, screen.address)
  await expectDrawn(page, screen)
}

test('[GRD1] each page of the administration opens for a holder of exactly its permission', async () => {
  await shareOut(holders, screensOf('admin'), async (holder, screen) => {
    // The page before is not allowed any longer.
    await navigate(holder.page, '/errors/500')
    await grantExactly(holder, [screen.permission ?? ''])
    await expectOpen(holder.page, screen)
  })
})

test('[GRD1, GRD2, GRD3, ERR5] each is refused to a holder of every other permission', async () => {
  // The plan names the permission of each, which is compared elsewhere; one guard reads it for all.
  for (const screen of everyNth(screensOf('admin'), 8))
    await test.step(screen.path, async () => {
      await grantExactly(
        other,
        catalogue.filter((value) => value !== screen.permission),
      )
      await expectForbidden(other.page, screen)
    })
})

test('[NAV1] pages for members open for a member and lead a guest to the log-in', async () => {
  await guest.goto('/auth/login')
  for (const screen of screensOf('user')) {
    await test.step(screen.path, async () => {
      await expectOpen(member, screen)
      await navigate(guest, screen.address)
      await expect(guest).toHaveURL(/\/auth\/login$/)
    })
  }
})

test('[NAV3] pages for guests open for a guest and lead a member to the dashboard', async () => {
  for (const screen of screensOf('guest')) {
    await test.step(screen.path, async () => {
      await expectOpen(guest, screen)
      await navigate(member, screen.address)
      await expect(member).toHaveURL(/\/dashboard$/)
    })
  }
})

test('public pages open for guests and members', async () => {
  for (const screen of screensOf('public')) {
    await test.step(screen.path, async () => {
      await expectOpen(guest, screen)
      await expectOpen(member, screen)
    })
  }
})

test('pages of a feature that is off do not exist', async () => {
  const flagged = screens.filter(({ flag }) => flag)
  const flags = [...new Set(flagged.map(({ flag }) => flag ?? ''))]
  const setFlags = (isOn: (flag: string) => boolean) =>
    callApi(root, 'PATCH', '/api/settings', {
      values: Object.fromEntries(flags.map((flag) => [flag, isOn(flag)])),
    })
  for (const flag of flags) {
    const screensOfFlag = flagged.filter((screen) => screen.flag === flag)
    await setFlags((each) => each === flag)
    for (const screen of screensOfFlag)
      await test.step(`${screen.path} with ${flag} alone`, async () => {
        await member.goto(screen.address)
        await expectDrawn(member, screen)
      })
    await setFlags((each) => each !== flag)
    for (const screen of screensOfFlag)
      await test.step(`${screen.path} without ${flag}`, async () => {
        await member.goto(screen.address)
        await expect(member.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      })
  }
})
