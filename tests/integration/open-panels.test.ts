import { chromium, type Browser, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../support/browser/chromium.ts'

const sheets = [
  'sdk/ui/styles/tokens.css',
  'sdk/ui/styles/base.css',
  'sdk/ui/styles/fields.css',
  'sdk/ui/styles/buttons.css',
  'sdk/ui/styles/layout.css',
  'sdk/ui/styles/overlays.css',
  'kernel/browser/shell/shell.css',
]

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

/** The frame of the product with its stylesheets around a long page of links at both edges, and a panel. */
const open = async (panel: string, size: { width: number; height: number }): Promise<Page> => {
  const page = await browser.newPage({ viewport: size })
  const style = sheets.map((path) => readFileSync(path, 'utf8')).join('\n')
  const rows = Array.from(
    { length: 60 },
    (_none, row) =>
      `<p style="display:flex;justify-content:space-between;margin:0;line-height:32px"><a href="#a${row}">a${row}</a><a href="#b${row}">b${row}</a></p>`,
  ).join('')
  await page.setContent(`<!doctype html><html><head><style>*{box-sizing:border-box}body{margin:0}${style}</style></head>
    <body><div class="shell"><div class="shell-top-frame"><header class="shell-top"><button class="shell-menu-button">menu</button></header></div>
    <div class="shell-side-frame"></div><main id="main" class="shell-main">${rows}</main>
    <nav class="shell-bar"><a class="shell-bar-entry">home</a></nav></div>
    ${panel && `<section class="${panel}">panel</section>`}</body></html>`)
  return page
}

/** The links that the keys reach, forth and back, and that something else covers. */
const findHidden = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  const links = page.locator('main a')
  const count = await links.count()
  await links.first().focus()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 1; press < count; press += 1) {
      await page.keyboard.press(key)
      const hidden = await page.evaluate(() => {
        const { activeElement } = document
        const { x, y, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect()
        const inFront = document.elementFromPoint(x + width / 2, y + height / 2)
        return inFront === activeElement ? '' : activeElement?.textContent
      })
      if (hidden) found.push(hidden)
    }
  return found
}

const phone = { width: 390, height: 844 }
const zoomed = { width: 320, height: 256 }
const laptop = { width: 1280, height: 720 }

describe('[OVL15] what takes the focus is never behind', () => {
  it.each([
    ['sp-bottom-panel', phone],
    ['sp-bottom-panel', laptop],
    ['sp-bottom-panel', zoomed],
    ['sp-side-panel', phone],
    ['sp-side-panel', laptop],
    ['sp-bottom-line', phone],
    ['sp-bottom-line', laptop],
  ] as const)('%s in a window of %o', async (panel, size) => {
    const page = await open(panel, size)
    expect(await findHidden(page)).toEqual([])
    await page.close()
  })
})

it('[OVL16] in a window as small as one at 400 % the bars go with the page, and its menu is at the top', async () => {
  const page = await open('', zoomed)
  expect(await page.locator('.shell-bar').isVisible()).toBe(false)
  expect(await page.locator('.shell-menu-button').isVisible()).toBe(true)
  await page.evaluate(() => window.scrollTo(0, 500))
  const free = await page.evaluate(() =>
    [2, window.innerHeight - 2].map((y) => document.elementFromPoint(160, y)?.closest('main')?.id),
  )
  expect(free).toEqual(['main', 'main'])
  await page.close()
})

it('[OVL16] in such a window the bar of unsaved changes waits at the end of the page, and stays in sight in a larger one', async () => {
  const bar = '<div class="sp-save-bar"><section style="height:120px">unsaved</section></div>'
  for (const [size, isInSight] of [
    [zoomed, false],
    [phone, true],
  ] as const) {
    const page = await open('', size)
    await page.locator('main').evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), bar)
    const { top } = await page
      .locator('.sp-save-bar')
      .evaluate((each) => each.getBoundingClientRect().toJSON())
    expect(top < size.height).toBe(isInSight)
    await page.close()
  }
})

it.each([
  ['a panel', 'section', 'sp-bottom-panel'],
  ['a panel beside the page', 'section', 'sp-side-panel'],
  ['a dialog', 'dialog', 'sp-dialog'],
])(
  '[OVL16] in such a window %s scrolls as a whole, so that head and foot leave room',
  async (_name, tag, look) => {
    const page = await open('', zoomed)
    const { inside, outside } = await page.evaluate(
      ([element = '', className = '']) => {
        const panel = document.body.appendChild(document.createElement(element))
        panel.className = className
        panel.toggleAttribute('open', element === 'dialog')
        panel.innerHTML =
          '<header style="height:48px"></header><div class="sp-dialog-body" style="min-height:0;flex:1;overflow-y:auto"><p style="height:400px">settings</p></div><footer style="height:80px"></footer>'
        const content = panel.children[1]
        return {
          inside: (content?.clientHeight ?? 0) >= 400,
          outside: panel.scrollHeight > panel.clientHeight && getComputedStyle(panel).overflowY === 'auto',
        }
      },
      [tag, look],
    )
    expect({ inside, outside }).toEqual({ inside: true, outside: true })
    await page.close()
  },
)

it('[OVL15] on a phone the notice of a lost connection leaves the bar free', async () => {
  const page = await open('sp-offline', phone)
  const box = (selector: string) =>
    page.locator(selector).evaluate((each) => each.getBoundingClientRect().toJSON())
  const [notice, bar] = [await box('.sp-offline'), await box('.shell-bar')]
  expect(notice.bottom).toBeLessThanOrEqual(bar.top)
  await page.close()
})

it('[DBG15] a tab shows a placeholder until the code that draws it is there', async () => {
  const page = await open('', laptop)
  for (const path of ['sdk/ui/styles/motion.css', 'sdk/ui/styles/data.css'])
    await page.addStyleTag({ content: readFileSync(path, 'utf8') })
  const panel = page.locator('main')
  const height = () => panel.evaluate((main) => main.firstElementChild?.clientHeight ?? 0)
  const draw = (html: string) =>
    panel.evaluate((main, inside) => {
      main.innerHTML = `<div role="tabpanel" class="sp-tab-panel">${inside}</div>`
    }, html)
  await draw('<p style="margin:0;height:20px">drawn</p>')
  const drawn = await height()
  await draw('<i hidden class="sp-pending"></i>')
  expect(await height()).toBeGreaterThan(drawn + 100)
  // A part of a tab that comes later moves nothing of the rest.
  await draw('<i hidden class="sp-pending"></i><p style="margin:0;height:20px">drawn</p>')
  expect(await height()).toBe(drawn)
  await page.close()
})

it('on a phone the export of a list stays in sight, however wide its filters are', async () => {
  const page = await open('', phone)
  await page.locator('main').evaluate((main) => {
    const filter = '<div class="sp-field"><select><option>Sperrstatus: alle Benutzer</option></select></div>'
    main.innerHTML = `<div class="sp-toolbar"><div class="sp-search"><input style="width:100%"></div>
      <div class="sp-toolbar-filters">${filter.repeat(4)}</div>
      <div class="sp-toolbar-end"><a class="sp-button sp-toolbar-export" href="#export"><span class="sp-button-content"><svg></svg><span>Als CSV exportieren</span></span></a></div></div>`
  })
  const box = (selector: string) =>
    page.locator(selector).evaluate((each) => each.getBoundingClientRect().toJSON())
  const [filters, link] = [await box('.sp-toolbar-filters'), await box('.sp-toolbar-export')]
  expect(link.right).toBeLessThanOrEqual(phone.width - 15)
  expect(link.left).toBeGreaterThanOrEqual(filters.right)
  expect(Math.abs(link.top - filters.top)).toBeLessThan(8)
  expect(await page.getByRole('link', { name: 'Als CSV exportieren' }).count()).toBe(1)
  await page.close()
})
