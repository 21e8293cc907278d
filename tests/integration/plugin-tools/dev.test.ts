import { chromium, type Browser, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { findChromium } from '../../support/browser/chromium.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { startHttpsProxy } from '../../support/product/https-proxy.ts'
import { freePort } from '../../support/product/start-product.ts'
import { copyProduct } from './copy-product.ts'
import { runTool, startScript, type RunningTool } from './run-tool.ts'

const DOMAIN = 'dash.example.com'
const product = mkdtempSync(join(tmpdir(), 'spawnpoint-dev-'))
// Outside of the product that runs, and in the checkout, whose packages serve it: nothing is packed for it.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/dev-'))
const project = join(home, 'acme-hello')
const pluginPage = join(project, 'browser/page.tsx')
const shellFrame = join(product, 'kernel/browser/app/route-frame.tsx')
const undo: (() => unknown)[] = []
let browser: Browser
let port: number
let dev: RunningTool

function edit(file: string, from: string, to: string) {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, before.replace(from, to))
}

/** Runs a script of the copy until the test ends; resolves once it has printed what is waited for. */
async function start(file: string, args: readonly string[], env: Record<string, string>, ready: RegExp) {
  const tool = startScript(join(product, file), args, env)
  undo.push(() => tool.end('SIGTERM'))
  await tool.says(ready)
  return tool
}

beforeAll(async () => {
  copyProduct(product)
  // A component of the shell with state of its own, around every page.
  edit(shellFrame, '<div className="page-frame">', '<div className="page-frame"><ShellCounter />')
  edit(
    shellFrame,
    '/** A page coming in',
    `const ShellCounter = () => {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>Shell {count}</button>
}

/** A page coming in`,
  )
  const made = runTool(['create', project, '--yes', '--no-server', '--contributions', 'page'])
  if (made.status !== 0) throw new Error(made.text)
  // Open to everybody, so that the test needs nobody to sign in.
  edit(join(project, 'manifest.ts'), `area: 'user', path:`, `area: 'public', path:`)
  const database = await createTestDatabase({ migrationSets: [] })
  undo.push(() => database.drop())
  port = await freePort()
  const proxy = await startHttpsProxy(DOMAIN, () => port)
  undo.push(() => proxy.close())
  const env = {
    PORT: String(port),
    UPDATES_PORT: String(await freePort()),
    APP_URL: `https://${DOMAIN}`,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for a test, which is long enough',
    DATA_DIR: join(home, 'data'),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
  await start('kernel/cli/dev.ts', [], env, /runs from its sources/)
  const shell = ['dev', project, '--shell', `http://127.0.0.1:${port}`]
  dev = await start('sdk/cli/main.ts', shell, {}, /acme-hello is on/)
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${DOMAIN}:443 127.0.0.1:${proxy.port}`],
  })
})
afterAll(async () => {
  await browser?.close()
  for (const each of undo.toReversed()) await each()
  for (const folder of [home, product]) rmSync(folder, { recursive: true, force: true })
})

const has = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

it('[TOOL6] changes a component of the plugin and one of the shell in the open page, and both keep their state', async () => {
  const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en-GB' })
  // However busy the machine is: the test has its own limit.
  page.setDefaultTimeout(0)
  await page.goto(`https://${DOMAIN}/p/acme-hello`)
  await page.getByRole('button', { name: 'Wave' }).click()
  await page.getByRole('button', { name: 'Wave' }).click()
  await page.getByRole('button', { name: 'Shell 0' }).click()
  await has(page, 'You waved 2 times.')
  await has(page, 'Shell 1')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  edit(pluginPage, `{t('wave')}</Button>`, 'Wave once more</Button>')
  await has(page, 'Wave once more')
  expect(await page.getByText('You waved 2 times.').isVisible()).toBe(true)
  expect(await page.getByText('Shell 1', { exact: true }).isVisible()).toBe(true)

  edit(shellFrame, 'Shell {count}', 'Shell has {count}')
  await has(page, 'Shell has 1')
  expect(await page.getByText('You waved 2 times.').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Wave once more' }).click()
  await has(page, 'You waved 3 times.')
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
})

it('[TOOL11] has nothing of the plugin left once its dev was killed', async () => {
  const plan = async () => (await fetch(`http://127.0.0.1:${port}/api/system/plan`)).text()
  expect(await plan()).toContain('/assets/plugins/acme-hello/')
  await dev.end('SIGKILL')
  const isGone = async () => expect(await plan()).not.toContain('acme-hello')
  await vi.waitFor(isGone, { interval: 100 })
})
