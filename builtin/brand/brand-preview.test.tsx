// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../tests/support/browser/render-page.tsx'
import { BrandPreview } from './browser/brand-preview.tsx'
import { contrastDrawn, contrastIn, themeOf } from './contract/schemas.ts'
import manifest from './manifest.ts'

afterEach(cleanup)

const plain = { accentLight: '', accentDark: '', surface: '', radius: 'soft' } as const
const empty = {
  name: 'Acme',
  description: '',
  brand_logo: '',
  brand_icon: '',
  brand_login_picture: '',
  brand_card: '',
}

/** The lines below the previews of the light and of the dark theme. */
const captions = async (colors: Partial<Record<'accentLight' | 'accentDark' | 'surface', string>>) => {
  const Preview = () => <BrandPreview brand={{ ...empty, ...plain, ...colors }} />
  await renderPage(Preview, { manifest, at: '/mc-admin/settings', permissions: [], answers: {} })
  return vi.waitFor(() => {
    const [light, dark] = [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent)
    if (light === undefined || dark === undefined) throw new Error('no preview')
    return { light, dark }
  })
}
const shown = (ratio: number | null) => (Math.floor((ratio ?? 0) * 10) / 10).toFixed(1)

it('[BRD6] previews the contrast of the accent on the background of the instance', async () => {
  const colors = { accentLight: '#0a5c3c', surface: '#dfeee6' }
  const drawn = contrastDrawn('light', themeOf({ ...plain, ...colors }))
  expect(shown(drawn)).not.toBe(shown(contrastIn('light', colors.accentLight)))
  expect((await captions(colors)).light).toBe(`Light · contrast ${shown(drawn)}:1`)
})

it('[BRD6] previews an accent as it is adjusted to the background, and says so', async () => {
  const colors = { accentLight: '#676767', surface: '#888888' }
  const theme = themeOf({ ...plain, ...colors })
  expect(theme.accentLight).not.toBe(colors.accentLight)
  const { light, dark } = await captions(colors)
  const ratio = contrastDrawn('light', theme)
  expect(ratio).toBeGreaterThanOrEqual(4.5)
  expect(light).toBe(`Light · contrast ${shown(ratio)}:1 · adjusted to the background color`)
  expect(dark).not.toContain('adjusted')
})

it('[BRD2] previews the contrast of an accent that cannot be saved, and none where there is no accent', async () => {
  expect((await captions({ accentLight: '#b2abff', surface: '#ffffff' })).light).toBe(
    `Light · contrast ${shown(contrastIn('light', '#b2abff'))}:1`,
  )
  cleanup()
  expect(await captions({ surface: '#dfeee6' })).toEqual({ light: 'Light', dark: 'Dark' })
})
