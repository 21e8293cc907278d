import type { Page } from '@playwright/test'
import { glowOf, opacityOf, type Scene, type SettingEffect, styleOf } from './setting-effect.ts'

const opacity = { bounds: [0.1, 1, 0.05] } as const

/** The four settings that every panel of the shell has. */
const lookOf = (
  group: string,
  selector: string,
  panel: string,
  reach: (page: Page) => Promise<unknown>,
  plainEdge?: string,
): readonly SettingEffect[] => {
  const reached =
    <Seen>(look: (page: Page) => Promise<Seen>) =>
    async (page: Page) => {
      await reach(page)
      return look(page)
    }
  return [
    {
      setting: `${group}.glassEffect`,
      effect: `what is behind ${panel} is blurred`,
      seen: [
        [true, 'blur(12px) saturate(1.2)'],
        [false, 'none'],
      ],
      look: reached(styleOf(selector, 'backdrop-filter')),
    },
    {
      setting: `${group}.backgroundOpacity`,
      ...opacity,
      effect: `how opaque ${panel} is`,
      seen: [
        [0.95, 0.95],
        [0.1, 0.1],
        [0.55, 0.55],
        [1, 1],
      ],
      look: reached(opacityOf(selector)),
    },
    {
      setting: `${group}.borderGlow`,
      effect: `the edge of ${panel} takes the accent color`,
      seen: [
        [true, true],
        [false, false],
      ],
      look: reached(glowOf(selector, plainEdge)),
    },
    {
      setting: `${group}.animationStyle`,
      effect: `how ${panel} comes in`,
      seen: [
        ['fade', 'panel-fade'],
        ['slide', 'panel-slide'],
        ['scale', 'panel-scale'],
        ['bounce', 'panel-bounce'],
      ],
      look: reached(styleOf(selector, 'animation-name')),
    },
  ]
}

const pointAt = (selector: string) => (page: Page) =>
  page.locator(selector).hover({ position: { x: 4, y: 4 } })

const sideMenu: Scene = {
  screen: 'the menu at the side of every page',
  person: 'customer',
  address: '/dashboard',
  effects: [
    ...lookOf('sidebar', '.shell-side', 'the menu', pointAt('.shell-side')),
    {
      setting: 'sidebar.compactMode',
      effect: 'the menu shows icons without names',
      seen: [
        [false, 'names'],
        [true, 'icons'],
      ],
      look: async (page) => {
        const box = await page.locator('.shell-side').boundingBox()
        return (box?.width ?? 0) > 150 ? 'names' : 'icons'
      },
    },
  ],
}

const topBar: Scene = {
  screen: 'the bar at the top of every page',
  person: 'customer',
  address: '/dashboard',
  effects: [
    ...lookOf('topNav', '.shell-top', 'the bar', pointAt('.shell-top')),
    {
      setting: 'topNav.showSearchBar',
      effect: 'the bar has the search',
      seen: [
        [true, true],
        [false, false],
      ],
      look: (page) => page.getByRole('banner').getByRole('button', { name: 'Search' }).first().isVisible(),
    },
  ],
}

const menu: Scene = {
  screen: 'the menu of the account, as every menu and dialog',
  person: 'customer',
  address: '/dashboard',
  open: (page) => page.getByRole('button', { name: 'Your account' }).click(),
  effects: [
    ...lookOf('dropdown', '.sp-popover:popover-open', 'a menu', async () => undefined),
    {
      setting: 'dropdown.borderRadius',
      effect: 'how round the corners of menus and dialogs are',
      seen: [
        ['xl', '12px'],
        ['none', '0px'],
        ['sm', '4px'],
        ['md', '6px'],
        ['lg', '8px'],
        ['2xl', '16px'],
      ],
      look: styleOf('.sp-popover:popover-open', 'border-top-left-radius'),
    },
  ],
}

/** Saves the names as they are, which a message says; the answer is that message. */
const showToast = async (page: Page) => {
  await page.keyboard.press('Escape')
  for (const close of await page.locator('.sp-toast [aria-label="Dismiss message"]').all())
    await close.click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.sp-toast').first().waitFor()
}

const toastCorner = async (page: Page) => {
  await showToast(page)
  const box = await page.locator('.sp-toast').first().boundingBox()
  const size = page.viewportSize()
  if (!box || !size) return 'nowhere'
  return `${box.y < size.height / 2 ? 'top' : 'bottom'}-${box.x < size.width / 2 ? 'left' : 'right'}`
}

const toastLife = async (page: Page) => {
  await showToast(page)
  return styleOf('[data-toast-life]', 'animation-duration')(page)
}

/** Counts the notes that a page plays, and answers the requests of the form that shows messages. */
const listenForNotes = async (page: Page) => {
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function count(...when) {
      document.documentElement.dataset['notes'] = 'played'
      start.apply(this, when)
    }
  })
  // The server takes twenty changes a minute, and this scene makes more.
  await page.route('**/api/account/profile', (route) => route.fulfill({ json: { success: true } }))
}

const notesOfToast = async (page: Page) => {
  await page.evaluate(() => delete document.documentElement.dataset['notes'])
  await showToast(page)
  return (await page.locator('html').getAttribute('data-notes')) ?? 'silent'
}

const messages: Scene = {
  screen: 'a message in the corner',
  person: 'customer',
  address: '/account',
  prepare: listenForNotes,
  effects: [
    ...lookOf(
      'notifications',
      '.sp-toast',
      'a message',
      showToast,
      'color-mix(in srgb, var(--tone) 22%, var(--color-border))',
    ),
    {
      setting: 'notifications.position',
      effect: 'the corner where messages appear',
      seen: [
        ['bottom-right', 'bottom-right'],
        ['bottom-left', 'bottom-left'],
        ['top-right', 'top-right'],
        ['top-left', 'top-left'],
      ],
      look: toastCorner,
    },
    {
      setting: 'notifications.duration',
      bounds: [2, 20, 1],
      effect: 'for how long a message stays',
      seen: [
        [6, '6s'],
        [2, '2s'],
        [20, '20s'],
      ],
      look: toastLife,
    },
    {
      setting: 'notifications.sound',
      effect: 'two notes with each message',
      seen: [
        [false, 'silent'],
        [true, 'played'],
      ],
      look: notesOfToast,
    },
  ],
}

const lists: Scene = {
  screen: 'a list of the administration',
  person: 'admin',
  address: '/mc-admin/locations',
  effects: [
    {
      setting: 'lists.density',
      effect: 'how high the rows of lists are',
      seen: [
        ['comfortable', '0.375rem'],
        ['compact', '0.125rem'],
      ],
      look: async (page) => {
        const padding = await styleOf('.sp-table tbody td', 'padding-top')(page)
        return `${Number.parseFloat(padding) / 16}rem`
      },
    },
  ],
}

export const panelScenes: readonly Scene[] = [sideMenu, topBar, menu, messages, lists]
