// @vitest-environment jsdom
import { savePreferences } from '@spawnpoint/contracts/account'
import { contrastIn } from '@spawnpoint/contracts/brand/schemas'
import { BACKGROUND_SLOT } from '@spawnpoint/contracts/ui-customizer'
import { defaultUiSettings, type UiSettings } from '@spawnpoint/sdk/browser'
import {
  contrast,
  mixColors,
  surfaceLevels,
  themeBaseProperties,
  themeRules,
  type ThemeBase,
} from '@spawnpoint/sdk/common'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { readThemeBase } from '@spawnpoint/sdk/ui'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import ComponentsTab from './browser/components-tab.tsx'
import ImportDialog from './browser/import-dialog.tsx'
import { readSettings } from './browser/settings-file.ts'
import { ThemeGroup } from './browser/theme-group.tsx'
import manifest from './manifest.ts'

beforeAll(() => {
  supportOverlays()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

/** The rules of an instance whose staff chose these colors, as its page has them. */
const instanceHas = (colors: Partial<ThemeBase>) => {
  const lines = Object.entries(themeBaseProperties).flatMap(([key, name]) => {
    const color = { ...colors }[key as keyof ThemeBase]
    return color ? [`${name}:${color}`] : []
  })
  document.head.append(
    Object.assign(document.createElement('style'), { textContent: `:root{${lines.join(';')}}` }),
  )
}

const sky = defineManifest({
  id: 'acme-sky',
  version: '1.0.0',
  title: 'Sky',
  description: 'A fixture',
  capabilities: [],
  modules: { sky: 'browser/sky.tsx' },
  contributes: { slots: [{ slot: BACKGROUND_SLOT, module: 'sky' }] },
})

const Import = () => <ImportDialog close={() => undefined} />

type Beside = NonNullable<Parameters<typeof renderPlugin>[1]>['beside']

const show = async (Page: () => React.ReactNode, beside: Beside = []) => {
  const app = await renderPlugin(
    {
      manifest: { ...manifest, contributes: { ...manifest.contributes, slots: [], nav: [] } },
      folder: import.meta.dirname,
      modules: {
        ...Object.fromEntries(Object.keys(manifest.modules).map((name) => [name, () => null])),
        'customize-page': Page,
      },
    },
    {
      at: '/customize',
      beside,
      person: { user: { uuid: 'ada' } },
      prepare: ({ server }: TestBrowserHost) => server.answer(savePreferences, () => ({})),
    },
  )
  // React may draw a page that has just been loaded a moment later.
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return app
}

const colorsOf = (app: { host: { uiSettings: { getState: () => UiSettings } } }) =>
  app.host.uiSettings.getState().colors
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Each ground that text stands on, as the rules of a theme mix it. */
const grounds = (surface: string, at: 0 | 1): readonly string[] =>
  (['bg', 'surface', 'raised', 'sunken', 'hover'] as const).map((name) => {
    const share = surfaceLevels[name][at]
    return mixColors(surface, share < 0 ? '#ffffff' : '#000000', Math.abs(share) / 100)
  })
const texts = [
  ['#0f1218', '#4b5362', '#5b6372', '#ac231b', '#7d4b00', '#0f6638', '#18589f'],
  ['#f2f4f8', '#a6aebd', '#939bab', '#ff948c', '#f0b454', '#4fce8d', '#7bb8ff'],
] as const

it('[CUS13] makes from one accent color a readable one for each theme, and shows it at once', async () => {
  const app = await show(ThemeGroup)
  choose('Accent color', '#0a5c3c')
  const { accentLight, accentDark } = colorsOf(app)
  expect(accentLight).toBe('#0a5c3c')
  expect(contrastIn('light', accentLight)).toBeGreaterThanOrEqual(4.5)
  expect(contrastIn('dark', accentDark)).toBeGreaterThanOrEqual(4.5)
  expect(themeRules(colorsOf(app))['--color-accent-text']).toBe(`light-dark(#0a5c3c,${accentDark})`)
  expect(contrast(accentDark, '#0b0d11')).toBeGreaterThanOrEqual(4.5)
})

it.each(['#3366cc', '#ffd8a8', '#000000', '#fefefe', '#7f7f7f', '#ff0000', '#00ff00'])(
  '[CUS13] keeps every text readable on every level of the surface %s, and the accent with it',
  async (surface) => {
    const app = await show(ThemeGroup)
    choose('Accent color', '#7a3cff')
    choose('Background color', surface)
    const { surfaceLight, surfaceDark, accentLight, accentDark } = colorsOf(app)
    const pairs = [
      [surfaceLight, accentLight, 0],
      [surfaceDark, accentDark, 1],
    ] as const
    for (const [own, accent, at] of pairs)
      for (const level of grounds(own, at))
        for (const text of [...texts[at], accent])
          expect(contrast(text, level), `${text} on ${level}`).toBeGreaterThanOrEqual(4.5)
  },
)

it('[CUS13] refuses an accent color that cannot be read, with its ratio and what to choose, and applies nothing', async () => {
  const app = await show(ThemeGroup)
  choose('Accent color', '#0a5c3c')
  const before = colorsOf(app)
  choose('Accent color', '#ffffff')
  expect(
    screen.getByText(/Too light for the light theme.+ 3\.8:1 .+4\.5:1\. Choose a darker color\./),
  ).toBeTruthy()
  expect(screen.getByLabelText('Accent color').getAttribute('aria-invalid')).toBe('true')
  expect(colorsOf(app)).toEqual(before)
  choose('Accent color', '#000000')
  expect(screen.getByText(/Too dark for the dark theme.+ 4\.2:1 .+Choose a lighter color\./)).toBeTruthy()
  expect(colorsOf(app)).toEqual(before)
  choose('Accent color', '#18589f')
  expect(screen.queryByText(/Too dark/)).toBeNull()
  expect(colorsOf(app).accent).toBe('#18589f')
})

it('[CUS13] refuses a background that the accent color cannot be read on', async () => {
  const app = await show(ThemeGroup)
  choose('Accent color', '#e0e0e0')
  const before = colorsOf(app)
  expect(before.accent).toBe('#e0e0e0')
  choose('Background color', '#7f7f7f')
  expect(
    screen.getByText(/text in your accent color reaches .+Choose another accent color first\./),
  ).toBeTruthy()
  expect(colorsOf(app)).toEqual(before)
})

it('[CUS13] shows the colors of the instance until others are chosen', async () => {
  instanceHas({ accentLight: '#0a5c3c', accentDark: '#4fce8d' })
  await show(ThemeGroup)
  const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
  expect([valueOf('Accent color'), valueOf('Background color')]).toEqual(['#0a5c3c', '#ffffff'])
})

it('[CUS21] measures an accent color on the background of the instance', async () => {
  instanceHas({ surfaceLight: '#c8c8c8', surfaceDark: '#101010' })
  const app = await show(ThemeGroup)
  choose('Accent color', '#c0c0c0')
  expect(screen.getByText(/Too light for the light theme.+ 3\.\d:1 .+Choose a darker color\./)).toBeTruthy()
  expect(colorsOf(app)).toEqual(defaultUiSettings.colors)
  choose('Accent color', '#5f5f5f')
  for (const level of grounds('#c8c8c8', 0))
    expect(contrast(colorsOf(app).accentLight, level)).toBeGreaterThanOrEqual(4.5)
})

it('[CUS21] keeps the accent color of the instance readable on a background color, also once the own accent goes', async () => {
  instanceHas({ accentLight: '#6a6a00', accentDark: '#b0b04a' })
  const app = await show(ThemeGroup)
  const isReadable = () => {
    const { surfaceLight, surfaceDark } = colorsOf(app)
    return (
      grounds(surfaceLight, 0).every((level) => contrast('#6a6a00', level) >= 4.5) ||
      `${surfaceLight} ${surfaceDark}`
    )
  }
  choose('Accent color', '#0a3c2c')
  choose('Background color', '#9ad0b4')
  expect(isReadable()).not.toBe(true)
  const [first] = screen.getAllByText('Use default')
  if (!first) throw new Error('no button')
  fireEvent.click(first)
  expect(colorsOf(app).accentLight).toBe('')
  expect(isReadable()).toBe(true)
})

it('[CUS21] refuses a code whose accent color cannot be read on the background of the instance', () => {
  expect(refusals({ accent: '#c0c0c0' })).toEqual([])
  instanceHas({ surfaceLight: '#c8c8c8', surfaceDark: '#101010' })
  expect(refusals({ accent: '#c0c0c0' }).map(({ field, reason }) => [field, reason])).toEqual([
    ['colors.accent', 'contrast'],
  ])
  expect(refusals({ accentLight: '#5f5f5f', accentDark: '#eeeeee' }).map(({ field }) => field)).toEqual([
    'colors.accentLight',
  ])
})

it('[CUS13] chooses corners, and puts back one color or the group', async () => {
  const app = await show(ThemeGroup)
  expect((screen.getByLabelText('Corners') as HTMLSelectElement).value).toBe('')
  choose('Corners', 'round')
  choose('Accent color', '#0a5c3c')
  choose('Background color', '#3366cc')
  const [first] = screen.getAllByText('Use default')
  if (!first) throw new Error('no button')
  fireEvent.click(first)
  expect(colorsOf(app)).toMatchObject({ accent: '', accentLight: '', radius: 'round', surface: '#3366cc' })
  fireEvent.click(screen.getByLabelText('Reset Theme'))
  expect(colorsOf(app)).toEqual(defaultUiSettings.colors)
})

const file = (colors: object) => JSON.stringify({ kind: 'ui-settings', version: 1, settings: { colors } })
const refusals = (colors: object) => {
  const read = readSettings(file(colors), readThemeBase())
  return 'refused' in read ? read.refused : []
}

it('[CUS14] refuses a file with colors below 4.5:1, by their fields', () => {
  expect(refusals({ accentLight: '#b2abff', accentDark: '#b2abff' })).toEqual([
    { field: 'colors.accentLight', reason: 'contrast', values: { ratio: 1.6 } },
  ])
  expect(refusals({ surfaceLight: '#888888' }).map(({ field }) => field)).toEqual(['colors.surfaceLight'])
  expect(refusals({ surfaceDark: '#888888' }).map(({ field }) => field)).toEqual(['colors.surfaceDark'])
  expect(refusals({ accent: '#ffffff' }).map(({ field }) => field)).toEqual(['colors.accent'])
  // A good input does not excuse what is written beside it.
  expect(refusals({ accent: '#5646d8', accentDark: '#000000' }).map(({ field }) => field)).toEqual([
    'colors.accentDark',
  ])
  expect(refusals({ accent: '#5646d8', surface: '#3366cc', radius: 'round' })).toEqual([])
})

it('[CUS14] says the ratio of a code that is refused, and changes nothing', async () => {
  const app = await show(Import)
  choose('Share code', file({ accent: '#ffffff' }))
  fireEvent.click(screen.getByText('Apply settings'))
  expect(document.body.textContent).toContain('Nothing was changed')
  expect(document.body.textContent).toContain(
    'colors.accent has a contrast of 3.8:1, but text needs at least 4.5:1. Choose another color.',
  )
  expect(colorsOf(app)).toEqual(defaultUiSettings.colors)
})

it('[CUS14] makes the colors of both themes from the one that a file names', async () => {
  const app = await show(Import)
  choose('Share code', file({ accent: '#0a5c3c' }))
  fireEvent.click(screen.getByText('Apply settings'))
  await expect.poll(() => colorsOf(app).accentLight).toBe('#0a5c3c')
  expect(contrastIn('dark', colorsOf(app).accentDark)).toBeGreaterThanOrEqual(4.5)
})

it('[CUS17] leads to where a background picture is chosen, and says when it is gone', async () => {
  const Way = () => <a href="/sky">Choose a sky</a>
  const app = await show(ComponentsTab, [
    { manifest: sky, folder: import.meta.dirname, modules: { sky: Way } },
  ])
  await screen.findByText('Choose a sky')
  expect(screen.queryByLabelText('Opacity')).toBeNull()
  const draw = (picture: string) =>
    act(async () => app.host.uiSettings.setState({ background: { picture, opacity: 1 } }))
  await draw('/sky.webp')
  expect(screen.getByLabelText('Opacity')).toBeTruthy()
  fireEvent.error(screen.getByAltText('Current picture'))
  expect(screen.queryByAltText('Current picture')).toBeNull()
  expect(document.body.textContent).toContain('This picture can’t be loaded anymore.')
  await draw('/sea.webp')
  expect(screen.getByAltText('Current picture').getAttribute('src')).toBe('/sea.webp')
})

it('[CUS17] offers the opacity of an imported background picture, and takes the picture away', async () => {
  const app = await show(ComponentsTab)
  expect(screen.queryByText('Background picture')).toBeNull()
  await act(async () => app.host.uiSettings.setState({ background: { picture: '/a/b.webp', opacity: 0.35 } }))
  const slider = screen.getByLabelText('Opacity') as HTMLInputElement
  fireEvent.change(slider, { target: { value: slider.max } })
  expect(app.host.uiSettings.getState().background).toEqual({ picture: '/a/b.webp', opacity: 1 })
  fireEvent.click(screen.getByLabelText('Reset Background picture'))
  expect(app.host.uiSettings.getState().background).toEqual(defaultUiSettings.background)
  expect(screen.queryByText('Background picture')).toBeNull()
})
