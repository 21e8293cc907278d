import { expect, type Page } from '@playwright/test'
import { callApi, firstId } from '../call-api.ts'
import { settle } from '../check-screen.ts'
import { type Scene, type SettingEffect, styleOf } from './setting-effect.ts'

const transitions = [
  'fade',
  'slide-right',
  'slide-left',
  'slide-up',
  'slide-down',
  'scale',
  'flip',
  'rotate',
] as const

/** Goes on to another page by a link of the menu, and reads how that one comes in. */
const turnPage = (property: string) => async (page: Page) => {
  const next = page.url().endsWith('/lookup') ? 'Leaderboard' : 'Find users'
  await page.getByRole('navigation').getByRole('link', { name: next, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: next }).waitFor()
  return styleOf('.page-transition', property)(page)
}

const motion: Scene = {
  screen: 'every page as it comes in',
  person: 'customer',
  address: '/leaderboard',
  motion: true,
  effects: [
    {
      setting: 'performance.transitionSpeed',
      bounds: [0.5, 5, 0.1],
      effect: 'how long a page takes to come in',
      seen: [
        [4.5, '0.222222s'],
        [0.5, '2s'],
        [5, '0.2s'],
      ],
      look: turnPage('animation-duration'),
    },
    {
      setting: 'performance.reduceMotion',
      effect: 'what moves arrives at once',
      seen: [
        [false, '0.222222s'],
        [true, '0.001s'],
      ],
      look: turnPage('animation-duration'),
    },
    {
      setting: 'performance.disableAnimations',
      effect: 'nothing moves',
      seen: [
        [false, 'page-fade'],
        [true, 'none'],
      ],
      look: turnPage('animation-name'),
    },
    {
      setting: 'performance.frameRateLimit',
      bounds: [30, 144, 15],
      effect: 'below 60, animations that scripts draw skip frames',
      seen: [
        [75, 'every frame'],
        [30, 'some frames'],
        [144, 'every frame'],
      ],
      look: (page) =>
        page.evaluate(async () => {
          const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
          let least = Infinity
          let before = await frame()
          for (let count = 0; count < 40; count += 1) {
            const at = await frame()
            least = Math.min(least, at - before)
            before = at
          }
          return least < 25 ? 'every frame' : 'some frames'
        }),
    },
  ],
}

const pages: Scene = {
  screen: 'a page that has just been loaded',
  person: 'customer',
  address: '/leaderboard',
  loads: true,
  motion: true,
  effects: [
    {
      setting: 'preferredTransition',
      effect: 'how each page comes in',
      seen: transitions.map((each) => [each, `page-${each}`] as const),
      look: turnPage('animation-name'),
    },
    {
      setting: 'performance.enableCaching',
      effect: 'the settings of the instance stay in the browser for half an hour',
      seen: [
        [true, true],
        [false, false],
      ],
      look: async (page) => {
        await page.evaluate(() => localStorage.removeItem('spawnpoint_settings_cache'))
        await page.reload()
        await page.locator('h1').waitFor()
        return page.evaluate(() => localStorage.getItem('spawnpoint_settings_cache') !== null)
      },
    },
  ],
}

/** Whether the script of a page is asked for by what `act` does. A call to the server that follows it shows the order. */
const asksFor = (script: RegExp, act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  // A script that the page has already is not asked for again.
  await page.reload()
  await settle(page)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await act(page)
  await page.evaluate(() => fetch('/api/system/plan').then((answer) => answer.text()))
  page.removeAllListeners('request')
  return asked.some((url) => script.test(url))
}

const links: Scene = {
  screen: 'a link in the menu',
  person: 'customer',
  address: '/leaderboard',
  effects: [
    {
      setting: 'performance.networkOptimization',
      effect: 'a page loads when its link is pointed at',
      seen: [
        [true, true],
        [false, false],
      ],
      look: asksFor(/\/lookup-page-|\/lookup/, (page) =>
        page.getByRole('navigation').getByRole('link', { name: 'Find users' }).hover(),
      ),
    },
  ],
}

const logIn: Scene = {
  screen: 'the log-in',
  address: '/auth/login',
  effects: [
    {
      setting: 'performance.preloadCritical',
      effect: 'the dashboard loads while someone types',
      seen: [
        [true, true],
        [false, false],
      ],
      look: asksFor(/home-modules-/, (page) => page.getByLabel('Username or email').fill('grace')),
    },
  ],
}

/** Uploads an image as the page does, and makes the window so low that it is drawn below. */
const uploadImage = async (page: Page) => {
  await page.goto('/images')
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const form = new FormData()
    const file = await new Promise<Blob | null>((take) => canvas.toBlob(take))
    if (file) form.append('file', file, 'harbor.png')
    await fetch('/api/image-hosting/images', { method: 'POST', body: form })
  })
  await page.setViewportSize({ width: 390, height: 160 })
}

const imageEffects: readonly SettingEffect[] = [
  {
    setting: 'performance.lazyLoading',
    effect: 'an image loads within 50 px of what is seen',
    seen: [
      [true, 'waits'],
      [false, 'loads'],
    ],
    look: async (page) => {
      const image = page.locator('main li.sp-card img').first()
      await image.waitFor({ state: 'attached' })
      return (await image.getAttribute('src')) === null ? 'waits' : 'loads'
    },
  },
  {
    setting: 'performance.optimizeImages',
    effect: 'images are decoded beside the page',
    seen: [
      [true, 'async'],
      [false, 'auto'],
    ],
    look: async (page) => {
      const image = page.locator('main li.sp-card img').first()
      await image.waitFor({ state: 'attached' })
      return image.evaluate((each: HTMLImageElement) => each.decoding)
    },
  },
]

const images: Scene = {
  screen: 'the own images',
  person: 'customer',
  address: '/images',
  loads: true,
  prepare: uploadImage,
  effects: imageEffects,
}

/** Chooses an image of the catalog for an item of the store. */
const chooseItemPicture = async (page: Page) => {
  await page.goto('/mc-admin')
  const image = await firstId(page, '/api/images')
  await callApi(page, 'PATCH', '/api/settings', {
    values: { store_enabled: true, store_item_pictures: { cpu: image } },
  })
}

const store: Scene = {
  screen: 'an item of the store',
  person: 'admin',
  address: '/store',
  prepare: chooseItemPicture,
  effects: [
    {
      setting: 'performance.compressAssets',
      effect: 'a picture that is drawn small loads its small version',
      seen: [
        [true, 'thumbnail'],
        [false, 'whole'],
      ],
      look: async (page) => {
        await page.reload()
        await settle(page)
        // The small version takes the place of the whole one, once the code for that has come.
        await page.waitForLoadState('networkidle')
        const image = page.getByRole('region', { name: 'CPU' }).locator('img[src*="/api/pictures/"]')
        const source = await image.getAttribute('src')
        return source?.endsWith('/thumbnail') ? 'thumbnail' : 'whole'
      },
    },
  ],
}

const debug: Scene = {
  screen: 'the tab "Console" of the debug panel',
  person: 'customer',
  address: '/debug',
  loads: true,
  prepare: (page) => page.clock.install(),
  effects: [
    {
      setting: 'performance.memoryOptimization',
      effect: 'every 30 seconds old entries of the debug panel are dropped',
      seen: [
        [false, 40],
        [true, 25],
      ],
      look: async (page) => {
        await page.getByRole('tab', { name: /^Console/ }).click()
        await page.evaluate(() => {
          for (let count = 0; count < 40; count += 1) console.info(`entry ${count}`)
        })
        const entries = page.getByRole('tabpanel').getByText(/^entry \d+$/)
        await expect(entries).toHaveCount(40)
        await page.clock.runFor(31_000)
        return entries.count()
      },
    },
  ],
}

export const performanceScenes: readonly Scene[] = [motion, pages, links, logIn, images, store, debug]
