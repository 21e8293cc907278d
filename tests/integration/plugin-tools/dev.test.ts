import { chromium, type Browser } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { findChromium } from '../../support/browser/chromium.ts'
import { startHttpsProxy } from '../../support/product/https-proxy.ts'
import { freePort } from '../../support/product/start-product.ts'
import { runTool, terminalEnv } from './run-tool.ts'

const DOMAIN = 'dash.example.com'
const home = mkdtempSync(join(tmpdir(), 'spawnpoint-dev-'))
const project = join(home, 'acme-hello')
const undo: (() => unknown)[] = []
let browser: Browser

/** Runs a program until the test ends; resolves once it has printed what is waited for. */
function start(args: readonly string[], env: Record<string, string>, ready: RegExp) {
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    env: { ...terminalEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  undo.push(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  return new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (ready.test(said)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', (code) => reject(new Error(`${args[0]} ended with ${code}\n${said}`)))
  })
}

beforeAll(async () => {
  chmodSync(home, 0o711)
  expect(runTool(['create', project, '--no-server', '--contributions', 'page'])).toMatchObject({ status: 0 })
  const manifest = join(project, 'manifest.ts')
  // Open to everybody, so that the test needs nobody to sign in.
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(`area: 'user', path:`, `area: 'public', path:`),
  )
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  const port = await freePort()
  const proxy = await startHttpsProxy(DOMAIN, () => port)
  undo.push(() => proxy.close())
  const env = {
    PORT: String(port),
    UPDATES_PORT: String(await freePort()),
    APP_URL: `https://${DOMAIN}`,
    DATA_DIR: join(home, 'data'),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
  await start([join(ROOT, 'kernel/cli/dev.ts')], env, /runs from its sources/)
  const tool = [join(ROOT, 'kernel/cli/plugin.ts'), 'dev', project, '--shell', `http://127.0.0.1:${port}`]
  await start(tool, {}, /acme-hello is on/)
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${DOMAIN}:443 127.0.0.1:${proxy.port}`],
  })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  for (const each of undo.toReversed()) await each()
  rmSync(home, { recursive: true, force: true })
})

it('[TOOL6] changes a component in the open page, which keeps its state', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en-GB' })
  await page.goto(`https://${DOMAIN}/p/acme-hello`)
  const wave = page.getByRole('button', { name: 'Wave' })
  await wave.click({ timeout: 60_000 })
  await wave.click()
  await page.getByText('You waved 2 times.').waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const source = join(project, 'browser/page.tsx')
  writeFileSync(
    source,
    readFileSync(source, 'utf8').replace(`{t('wave')}</Button>`, `Wave once more</Button>`),
  )
  await page.getByRole('button', { name: 'Wave once more' }).waitFor()
  expect(await page.getByText('You waved 2 times.').isVisible()).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
})
