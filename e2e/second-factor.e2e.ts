import { expect, test, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { admin, customer, type Account } from './people.ts'
import { watchPage } from './watch-page.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

let site: SecureSite
test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

/** The server accepts each time step once, and one step ahead: the second code of a test is the next one. */
const appCode = (secret: string, stepsAhead: 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

async function fillLogIn(page: Page, { username, password }: Account) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
}

/** Completes the setup page; returns what the authenticator app and the person keep. */
async function setUpSecondFactor(page: Page) {
  await expect(page).toHaveURL(/\/auth\/2fa\/setup$/)
  const secret = (await page.locator('form code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('6-digit code').fill(appCode(secret, 0))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I saved them' }).click()
  return { secret, recoveryCodes }
}

async function submitCode(page: Page, label: string, code: string) {
  await expect(page).toHaveURL(/\/auth\/2fa\/verify$/)
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function openVisit(size: typeof phone, person?: 'admin') {
  const { context, page } = await site.visitor(person)
  await page.setViewportSize(size)
  const watch = watchPage(page)
  // A visitor without a session and one who still has to enter the code are both answered 401 here.
  watch.allow(401, /^\/api\/user\/session$/)
  return { context, page, watch }
}

test.describe.configure({ mode: 'serial' })

test('[SES11][SCR5][AUT13][AUT17][AUT32][NAV2][NAV4] a customer logs in with a code, then with a recovery code', async () => {
  const { context, page, watch } = await openVisit(desktop)
  const account = { ...customer, username: 'hopper', email: 'hopper@example.com' }
  await page.goto('/auth/register')
  await callApi(page, 'POST', '/api/auth/register', account)
  await page.goto('/auth/2fa/setup')
  const { secret, recoveryCodes } = await setUpSecondFactor(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await logOut(page)

  // The page that was asked for is opened after both steps, although the first one clears the local storage.
  await page.goto('/account?tab=security')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await fillLogIn(page, account)
  await submitCode(page, '6-digit code', appCode(secret, 1))
  await expect(page).toHaveURL(/\/account\?tab=security$/)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await logOut(page)

  // A half-finished log-in comes back to the code after a reload.
  await fillLogIn(page, account)
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/2fa\/verify$/)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await submitCode(page, 'Recovery code', recoveryCodes[0] ?? '')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  watch.check()
  await context.close()
})

test('[SES11][AUT32] staff who must have a second factor set it up, then log in with it, on a phone', async () => {
  const { context, page, watch } = await openVisit(desktop, 'admin')
  await page.goto('/dashboard')
  await callApi(page, 'PATCH', '/api/settings', { values: { force_2fa: true } })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/2fa\/setup$/)
  await context.close()
  watch.check()

  const second = await openVisit(phone)
  await second.page.goto('/mc-admin/users')
  await fillLogIn(second.page, admin)
  const { secret } = await setUpSecondFactor(second.page)
  await expect(second.page).toHaveURL(/\/mc-admin\/users$/)
  await logOut(second.page)
  await second.page.goto('/mc-admin/users')
  await fillLogIn(second.page, admin)
  await submitCode(second.page, '6-digit code', appCode(secret, 1))
  await expect(second.page).toHaveURL(/\/mc-admin\/users$/)
  await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible()
  second.watch.check()
  await second.context.close()
})
