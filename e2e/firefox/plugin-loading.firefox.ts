import { expect, test } from '@playwright/test'
import type { Browser, Page } from 'puppeteer-core'
import { startHttpsProxy } from '../../tests/support/product/https-proxy.ts'
import { startProduct, type Product } from '../../tests/support/product/start-product.ts'
import { admin, firstAdminLink } from '../people.ts'
import { openFirefox } from './open-firefox.ts'

const DOMAIN = 'dash.example.com'
const ORIGIN = `https://${DOMAIN}`

let product: Product
let browser: Browser
let closeProxy: () => Promise<void>
let tampering = false

test.beforeAll(async () => {
  let port = 0
  const addTo = (path: string) =>
    tampering && /^\/assets\/plugins\/hello\/.*\.js$/.test(path) ? '\nwindow.wasTamperedWith = true' : ''
  const proxy = await startHttpsProxy(DOMAIN, () => port, addTo)
  closeProxy = proxy.close
  product = await startProduct({ origin: () => ORIGIN, env: { TRUST_PROXY: '1' } })
  port = product.port
  browser = await openFirefox(DOMAIN, proxy.port)
})
test.afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await closeProxy?.()
})

function watch(page: Page) {
  const faults: string[] = []
  const scripts: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/system/csp-reports') faults.push(`policy report: ${request.postData() ?? ''}`)
    if (pathname.startsWith('/assets/plugins/')) scripts.push(pathname)
  })
  return { faults, scripts }
}

const fill = (page: Page, purpose: string, value: string) =>
  page.locator(`input[autocomplete="${purpose}"]`).fill(value)
const press = (page: Page, name: string) => page.locator(`button ::-p-text(${name})`).click()

async function registerAdmin(page: Page) {
  await page.goto(await firstAdminLink(product))
  await fill(page, 'given-name', admin.firstName)
  await fill(page, 'family-name', admin.lastName)
  await fill(page, 'username', admin.username)
  await fill(page, 'email', admin.email)
  await fill(page, 'new-password', admin.password)
  await page.locator('input[type=checkbox]').click()
  await press(page, 'Create account')
  await page.waitForFunction(() => location.pathname === '/dashboard')
  // Firefox gives up a navigation that begins while the last one is still loading.
  await page.waitForNetworkIdle()
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

const switchHelloOn = async (page: Page) => {
  await page.locator('::-p-xpath(//tr[contains(., "Hello")]//input[@role="switch"])').click()
  await page.locator('::-p-text(Hello is on)').wait()
}

/** From the list of plugins to its page, without loading a document. */
async function visitHello(page: Page) {
  await page.locator('a[href="/dashboard"]').click()
  await page.waitForFunction(() => location.pathname === '/dashboard')
  await page.locator('nav a[href="/p/hello"]').click()
}

test('bytes that are not what the plan says are not run, however late they come, in Firefox', async () => {
  const page = await browser.newPage()
  await page.setViewport({ width: 1440, height: 900 })
  await registerAdmin(page)
  await page.goto(`${ORIGIN}/mc-admin/plugins`)
  tampering = true
  await switchHelloOn(page)
  await visitHello(page)
  // Page, slot and widget have failed by now: three faults, told by somebody who may switch plugins.
  await page.locator('::-p-text(This part stopped working)').wait()
  expect(await page.evaluate(() => 'wasTamperedWith' in window)).toBe(false)
  tampering = false
  await page.goto(`${ORIGIN}/mc-admin/plugins`)
  await page.locator('::-p-text(In quarantine)').wait()
  await page.close()
})

test('[KRN1] a plugin that arrives late is checked, loaded and drawn without a reload, in Firefox', async () => {
  const page = await browser.newPage()
  await page.setViewport({ width: 1440, height: 900 })
  const { faults, scripts } = watch(page)
  await page.goto(`${ORIGIN}/mc-admin/plugins`)
  expect(scripts).toEqual([])
  await switchHelloOn(page)
  await mark(page)
  await visitHello(page)
  await page.locator('::-p-text(Hello! On the server it is)').wait()
  await press(page, 'Wave')
  await page.locator('::-p-text(You waved 1 time.)').wait()
  expect(await isSameDocument(page)).toBe(true)
  expect(scripts.some((path) => path.endsWith('.js'))).toBe(true)

  // A page that was served with the plugin on holds its hashes from the first import map.
  await page.reload()
  await page.locator('::-p-text(Hello! On the server it is)').wait()
  expect(faults).toEqual([])
  await page.close()
})
