import { chromium, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kernel/server/version.ts'
import { runTool, startScript } from '../integration/plugin-tools/run-tool.ts'
import { admin, firstAdminLink, register } from '../../e2e/people.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { startHttpsProxy } from '../support/product/https-proxy.ts'
import { freePort, startProduct } from '../support/product/start-product.ts'
import { limited, median, milliseconds, type Measurement, type Part } from './measurement.ts'
import { firstHost } from './open-site.ts'

const id = 'acme-bench'
const ROUNDS = 5
const LONGEST_MS = 20_000

interface Change {
  readonly name: string
  readonly file: string
  /** The text that each save replaces. */
  readonly text: string
}

export const changes: readonly Change[] = [
  { name: 'component', file: 'browser/page.tsx', text: 'Component 0' },
  { name: 'messages', file: 'locales/en.yml', text: 'Message 0' },
  { name: 'manifest', file: 'manifest.ts', text: 'Manifest 0' },
  { name: 'server module', file: 'server/index.ts', text: 'Server 0' },
]

function edit(file: string, from: string, to: string) {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, before.replace(from, to))
}

/** A plugin with a page that shows a text of each of its parts. */
export function makePlugin(home: string): string {
  const folder = join(home, id)
  const { status, text } = runTool(['create', folder, '--yes', '--contributions', 'page'])
  if (status !== 0) throw new Error(text)
  const at = (file: string) => join(folder, file)
  const path = `path: '/p/${id}', title: `
  edit(at('manifest.ts'), `${path}'%title%'`, `${path}'Manifest 0'`)
  edit(at('browser/page.tsx'), `<Greeting />`, `<Greeting />\n      <p>Component 0</p>`)
  edit(at('locales/en.yml'), 'wave: Wave', 'wave: Message 0')
  edit(at('server/index.ts'), `text: 'Hello'`, `text: 'Server 0'`)
  return folder
}

/** Resolves with the time at which the page or its tab shows this text, once it is drawn. */
const appears = (page: Page, wanted: string) =>
  page.evaluate(
    ({ text, longest }) =>
      new Promise<number>((resolve, reject) => {
        const end = Date.now() + longest
        const look = () => {
          const isThere = document.body.textContent?.includes(text) || document.title.includes(text)
          if (isThere) resolve(Date.now())
          else if (Date.now() > end) reject(new Error(`${text} did not appear`))
          else requestAnimationFrame(look)
        }
        look()
      }),
    { text: wanted, longest: LONGEST_MS },
  )

async function measureChange(page: Page, folder: string, { file, text }: Change): Promise<number> {
  const took: number[] = []
  let shown = text
  for (let round = 1; round <= ROUNDS; round += 1) {
    const next = text.replace('0', String(round))
    const seen = appears(page, next)
    const saved = Date.now()
    edit(join(folder, file), shown, next)
    took.push((await seen) - saved)
    shown = next
  }
  return median(took)
}

interface Started {
  readonly port: number
  /** The one-use link for the first administrator. */
  readonly link: string
}

interface Way {
  /** Most milliseconds until a component is seen. */
  readonly component: number
  readonly name: string
  /** Starts the dashboard and `dev`. */
  start(folder: string, home: string, undo: (() => unknown)[]): Promise<Started>
}

const withShell: Way = {
  name: 'npm run dev',
  component: 300,
  async start(folder, home, undo) {
    const port = await freePort()
    const shell = startScript('kernel/cli/dev.ts', [], {
      PORT: String(port),
      UPDATES_PORT: String(await freePort()),
      DATA_DIR: join(home, 'dev-data'),
      APP_URL: `https://${firstHost}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    })
    undo.push(() => shell.end('SIGTERM'))
    const said = await shell.says(/runs from its sources[^]*#setup=\S+|#setup=\S+[^]*runs from its sources/)
    const [link = ''] = /https:\S+#setup=\S+/.exec(said) ?? []
    const dev = startScript('sdk/cli/main.ts', ['dev', folder, '--shell', `http://127.0.0.1:${port}`])
    undo.push(() => dev.end('SIGTERM'))
    await dev.says(/acme-bench is on/)
    return { port, link }
  },
}

const withData: Way = {
  name: 'PLUGIN_DEV=1 npm start',
  component: 300,
  async start(folder, _home, undo) {
    const product = await startProduct({
      origin: () => `https://${firstHost}`,
      env: { PLUGIN_DEV: '1', TRUST_PROXY: '1' },
    })
    undo.push(product.stop)
    const dev = startScript('sdk/cli/main.ts', ['dev', folder, '--data', product.dataDir])
    undo.push(() => dev.end('SIGTERM'))
    await dev.says(/ is on: /)
    return { port: product.port, link: await firstAdminLink(product) }
  },
}

async function measureWay(way: Way): Promise<Measurement[]> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const home = mkdtempSync(join(ROOT, '.cache/bench-dev-'))
  const undo: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })]
  try {
    const folder = makePlugin(home)
    const { port, link } = await way.start(folder, home, undo)
    const proxy = await startHttpsProxy(firstHost, () => port)
    undo.push(() => proxy.close())
    const rules = `--host-resolver-rules=MAP ${firstHost}:443 127.0.0.1:${proxy.port}`
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', rules],
    })
    undo.push(() => browser.close())
    const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en-GB' })
    await page.goto(link)
    await register(page, admin)
    await page.waitForURL(/\/mc-admin$/)
    await page.goto(`https://${firstHost}/p/${id}`)
    await appears(page, 'Server 0')
    const lines: Measurement[] = []
    for (const change of changes) {
      const value = await measureChange(page, folder, change)
      const most = change.name === 'component' ? way.component : 1_500
      const name = `hot reload, ${way.name}: ${change.name}`
      const note = `from saving to pixels, median of ${ROUNDS}`
      lines.push(limited({ name, value, most, show: milliseconds, note }))
    }
    return lines
  } finally {
    for (const each of undo.toReversed()) await each()
  }
}

/** How soon an author sees what was saved, in the open page and without loading it again. */
export const hotReload: Part = {
  name: 'hot-reload',
  run: async () => [...(await measureWay(withShell)), ...(await measureWay(withData))],
}
