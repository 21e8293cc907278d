import type { Page } from '@playwright/test'
import { type Scene, styleOf, tokenOf } from './setting-effect.ts'

const colorIn =
  (colorScheme: 'light' | 'dark', look: (page: Page) => Promise<string>) =>
  async (page: Page): Promise<string> => {
    await page.emulateMedia({ colorScheme })
    return look(page)
  }

const button = styleOf('.sp-button-primary', 'background-color')

const bothSchemes = async (page: Page) => {
  const seen: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    seen.push((await tokenOf('--color-bg')(page)) === 'rgb(11, 13, 17)' ? 'dark' : 'light')
  }
  return seen.join(', ')
}

const colors: Scene = {
  screen: 'the account page',
  person: 'customer',
  address: '/account',
  effects: [
    {
      setting: 'theme',
      effect: 'light and dark follow the system, or stay',
      seen: [
        ['system', 'light, dark'],
        ['dark', 'dark, dark'],
        ['light', 'light, light'],
      ],
      look: bothSchemes,
    },
    {
      setting: 'colors.accent',
      effect: 'buttons, links and the open entry of the menu take the color',
      seen: [
        ['', 'rgb(86, 70, 216)'],
        ['#0a5c3c', 'rgb(10, 92, 60)'],
      ],
      look: colorIn('light', button),
    },
    {
      setting: 'colors.surface',
      effect: 'cards take the color, and the page a darker one',
      seen: [
        ['', 'rgb(255, 255, 255)'],
        // As much of it as leaves text readable.
        ['#f5efe0', 'rgb(247, 241, 229)'],
      ],
      look: colorIn('light', tokenOf('--color-surface')),
    },
    {
      setting: 'colors.radius',
      effect: 'how round cards, fields and buttons are',
      seen: [
        ['', '12px'],
        ['square', '0px'],
        ['soft', '12px'],
        ['round', '19.2px'],
      ],
      look: styleOf('.sp-card', 'border-top-left-radius'),
    },
    {
      setting: 'colors.accentLight',
      effect: 'the accent of the light theme, from an imported file',
      needs: { colors: { accentDark: '#f0a6c0' } },
      seen: [
        ['', 'rgb(86, 70, 216)'],
        ['#7a1f4f', 'rgb(122, 31, 79)'],
      ],
      look: colorIn('light', button),
    },
    {
      setting: 'colors.accentDark',
      effect: 'the accent of the dark theme, from an imported file',
      needs: { colors: { accentLight: '#7a1f4f' } },
      seen: [
        ['', 'rgb(178, 171, 255)'],
        ['#f0a6c0', 'rgb(240, 166, 192)'],
      ],
      look: colorIn('dark', tokenOf('--color-accent-text')),
    },
    {
      setting: 'colors.surfaceLight',
      effect: 'the cards of the light theme, from an imported file',
      needs: { colors: { surfaceDark: '#101418' } },
      seen: [
        ['', 'rgb(255, 255, 255)'],
        ['#fbf8f1', 'rgb(251, 248, 241)'],
      ],
      look: colorIn('light', tokenOf('--color-surface')),
    },
    {
      setting: 'colors.surfaceDark',
      effect: 'the cards of the dark theme, from an imported file',
      needs: { colors: { surfaceLight: '#fbf8f1' } },
      seen: [
        ['', 'rgb(23, 27, 35)'],
        ['#101418', 'rgb(16, 20, 24)'],
      ],
      look: colorIn('dark', tokenOf('--color-surface')),
    },
    {
      setting: 'background.picture',
      effect: 'a picture of this site behind every page',
      seen: [
        ['', 'none'],
        ['/picture.webp', 'url("https://dash.example.com/picture.webp")'],
      ],
      look: styleOf('body', 'background-image', '::after'),
    },
    {
      setting: 'background.opacity',
      bounds: [0.1, 1, 0.05],
      effect: 'how much of the picture shows through',
      needs: { background: { picture: '/picture.webp' } },
      seen: [
        [0.35, '0.35'],
        [0.1, '0.1'],
        [1, '1'],
      ],
      look: styleOf('body', 'opacity', '::after'),
    },
    {
      setting: 'performance.backgroundEffects',
      effect: 'the glow at the top of every page',
      seen: [
        [true, '""'],
        [false, 'none'],
      ],
      look: styleOf('body', 'content', '::before'),
    },
    {
      setting: 'singleKeyShortcuts',
      effect: '"?" lists the shortcuts',
      seen: [
        [true, true],
        [false, false],
      ],
      look: async (page) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        return page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()
      },
    },
  ],
}

export const colorScenes: readonly Scene[] = [colors]
