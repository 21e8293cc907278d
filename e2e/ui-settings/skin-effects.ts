import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { callApi } from '../call-api.ts'
import type { Scene } from './setting-effect.ts'

/** Shows a person's character without asking the hosts of Mojang for it. */
const showSkin = async (page: Page) => {
  const skin = await sharp({
    create: { width: 64, height: 64, channels: 4, background: { r: 150, g: 150, b: 150, alpha: 1 } },
  })
    .png()
    .toBuffer()
  await page.route('**/api/profiles/*/skin', (route) =>
    route.fulfill({ body: skin, contentType: 'image/png' }),
  )
}

const openProfile = async (page: Page) => {
  await page.goto('/dashboard')
  const { user_info: person } = (await callApi(page, 'GET', '/api/user/session')) as unknown as {
    user_info: { uuid: string }
  }
  const path = `/api/profiles/${person.uuid}`
  const profile = await callApi(page, 'GET', path)
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...profile, minecraft: 'Ada_99' } }))
  await page.goto(`/profile/${person.uuid}`)
}

interface Figure {
  /** Its share of the height of the picture, between 0 and 1. */
  readonly height: number
  /** The red of its brightest part, between 0 and 1. */
  readonly light: number
}

/** Measures the figure as the page draws it, and whether one of the next frames differs from this one. */
const measure = async (page: Page): Promise<Figure & { readonly moves: boolean }> => {
  await page.locator('canvas.skin-moving').waitFor()
  return page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.skin-moving')
    const copy = document.createElement('canvas')
    copy.width = canvas?.width ?? 1
    copy.height = canvas?.height ?? 1
    const picture = copy.getContext('2d', { willReadFrequently: true })
    const pixels = async (): Promise<Uint8ClampedArray> => {
      // In the frame that drew it: afterwards a picture of WebGL is gone.
      await new Promise((resolve) => requestAnimationFrame(resolve))
      picture?.clearRect(0, 0, copy.width, copy.height)
      if (canvas) picture?.drawImage(canvas, 0, 0)
      return picture?.getImageData(0, 0, copy.width, copy.height).data ?? new Uint8ClampedArray()
    }
    const first = await pixels()
    const rows = Array.from({ length: copy.height }, (_, row) => row).filter((row) => {
      for (let at = row * copy.width * 4 + 3; at < (row + 1) * copy.width * 4; at += 4)
        if ((first[at] ?? 0) > 128) return true
      return false
    })
    let light = 0
    for (let at = 0; at < first.length; at += 4) light = Math.max(light, first[at] ?? 0)
    let moves = false
    for (let count = 0; count < 30 && !moves; count += 1) {
      const next = await pixels()
      let differing = 0
      for (let at = 0; at < next.length; at += 4)
        if (Math.abs((next[at] ?? 0) - (first[at] ?? 0)) > 8) differing += 1
      moves = differing > 20
    }
    return { height: rows.length / copy.height, light: light / 255, moves }
  })
}

const moves = async (page: Page) => ((await measure(page)).moves ? 'moves' : 'stands')
const brightness = async (page: Page) => ((await measure(page)).light > 0.1 ? 'lit' : 'dark')
const still = { skinViewer: { walkingAnimation: false } }

const profile: Scene = {
  screen: 'the character on a profile',
  person: 'customer',
  address: '/dashboard',
  motion: true,
  prepare: showSkin,
  open: openProfile,
  effects: [
    {
      setting: 'skinViewer.walkingAnimation',
      effect: 'the character walks',
      seen: [
        [true, 'moves'],
        [false, 'stands'],
      ],
      look: moves,
    },
    {
      setting: 'skinViewer.autoRotate',
      effect: 'the character turns',
      needs: still,
      seen: [
        [false, 'stands'],
        [true, 'moves'],
      ],
      look: moves,
    },
    {
      setting: 'skinViewer.animationSpeed',
      bounds: [0, 10, 0.1],
      effect: 'how fast the character walks',
      seen: [
        [1, 'moves'],
        [0, 'stands'],
        [10, 'moves'],
      ],
      look: moves,
    },
    {
      setting: 'skinViewer.zoom',
      bounds: [0.5, 1.5, 0.1],
      effect: 'how large the character is',
      needs: still,
      seen: [
        [0.8, 'medium'],
        [0.5, 'small'],
        [1.5, 'large'],
      ],
      look: async (page) => {
        const { height } = await measure(page)
        if (height < 0.6) return 'small'
        return height < 0.95 ? 'medium' : 'large'
      },
    },
    {
      setting: 'skinViewer.cameraLight',
      bounds: [0, 10, 0.1],
      effect: 'how much light falls on the character from the front',
      needs: { skinViewer: { walkingAnimation: false, globalLight: 0 } },
      seen: [
        [3, 'lit'],
        [0, 'dark'],
        [10, 'lit'],
      ],
      look: brightness,
    },
    {
      setting: 'skinViewer.globalLight',
      bounds: [0, 10, 0.1],
      effect: 'how much light is around the character',
      needs: { skinViewer: { walkingAnimation: false, cameraLight: 0 } },
      seen: [
        [2.9, 'lit'],
        [0, 'dark'],
        [10, 'lit'],
      ],
      look: brightness,
    },
  ],
}

export const skinScenes: readonly Scene[] = [profile]
