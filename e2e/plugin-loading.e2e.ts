import { expect, test, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { craftFiles } from '../tests/support/plugins/craft-package.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'

const COUNT = 300
let plugins: string
let site: SecureSite

const idOf = (number: number) => `many-${String(number).padStart(3, '0')}`

const page = (id: string) => `import { jsx } from 'react/jsx-runtime'
export default () => jsx('p', { children: 'This is ${id}' })`

/** Everything that stands in a menu, a list or a row of tabs before its code is needed. */
function writePlugin(id: string) {
  const named = { id, title: `The ${id}`, module: 'page' }
  const files = craftFiles(
    {
      id,
      version: '1.0.0',
      title: `The ${id}`,
      description: 'For a journey',
      defaultEnabled: true,
      modules: { page: 'browser/page.js' },
      contributes: {
        routes: [{ ...named, path: `/p/${id}`, area: 'user' }],
        nav: [{ area: 'user', route: id, label: `The ${id}`, icon: 'Hand', order: 900 }],
        debugTabs: [named],
        commands: [{ id, title: `Open the ${id}`, route: id }],
      },
    },
    { files: { 'browser/page.js': page(id) } },
  )
  for (const { path, content } of files) {
    const file = join(plugins, id, 'dist', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

test.beforeAll(async ({ playwright }) => {
  plugins = mkdtempSync(join(tmpdir(), 'spawnpoint-many-'))
  for (let number = 1; number <= COUNT; number += 1) writePlugin(idOf(number))
  site = await openPreparedSite(playwright, { PLUGINS_DIR: plugins })
})
test.afterAll(async () => {
  await site.close()
  rmSync(plugins, { recursive: true, force: true })
})

/** Files of plugins that were asked for since it was looked at last. */
function watchFiles(tab: Page) {
  let asked: string[] = []
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/plugins/')) asked.push(pathname)
  })
  return () => {
    const found = asked
    asked = []
    return found
  }
}

test('[RTP6] of 300 plugins no code is requested before its first use', async () => {
  const { page: tab, context } = await site.visitor('admin')
  const filesAsked = watchFiles(tab)
  await tab.goto(`${site.origin}/dashboard`)
  const menu = tab.getByRole('navigation')
  for (const number of [1, COUNT])
    await expect(menu.locator(`a[href="/p/${idOf(number)}"]`).first()).toBeAttached()
  await tab.keyboard.press('Control+k')
  await tab.getByRole('combobox').fill(`Open the ${idOf(COUNT)}`)
  await expect(tab.getByRole('option', { name: `Open the ${idOf(COUNT)}` })).toBeVisible()
  expect(filesAsked()).toEqual([])
  await tab.keyboard.press('Enter')
  await expect(tab.getByText(`This is ${idOf(COUNT)}`)).toBeVisible()
  const own = `/assets/plugins/${idOf(COUNT)}/`
  const asked = filesAsked()
  expect(asked.filter((path) => path.endsWith('/browser/page.js'))).toHaveLength(1)
  expect(asked.filter((path) => !path.startsWith(own))).toEqual([])
  await context.close()
})
