import { expect, type Page } from '@playwright/test'
import type { Product } from '../tests/support/product/start-product.ts'

export interface Account {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

export const admin: Account = {
  username: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'analytical engine no. 1',
}

export const customer: Account = {
  username: 'grace',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  password: 'a moth in relay seventy',
}

/** Fills in the form that is open and sends it. */
export async function register(page: Page, account: Account) {
  await page.getByLabel('First name').fill(account.firstName)
  await page.getByLabel('Last name').fill(account.lastName)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function logIn(page: Page, account: Account, start = /\/dashboard$/) {
  await page.getByLabel('Username or email').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(start)
}

/** The one-use link that the terminal printed. */
export async function firstAdminLink(product: Product): Promise<string> {
  const [link] = await product.printed(/https?:\/\/\S+\/auth\/register#setup=\S+/)
  return link
}

/** Comes in by that link, and goes on to the page where everybody begins. */
export async function comeAsFirstAdmin(page: Page, product: Product): Promise<void> {
  await page.goto(await firstAdminLink(product))
  await register(page, admin)
  await expect(page).toHaveURL(/\/mc-admin$/)
  await page.goto(new URL('/dashboard', page.url()).href)
}
