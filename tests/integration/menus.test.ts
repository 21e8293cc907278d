import { expect, it } from 'vitest'
import type { Manifest } from '@spawnpoint/sdk/common'
import * as icons from '../../sdk/ui/icons.ts'
import * as menuIcons from '../../sdk/ui/menu-icons.ts'

const manifests = Object.values(
  import.meta.glob<Manifest>('../../builtin/*/manifest.ts', { eager: true, import: 'default' }),
)

const menu = (area: string) =>
  manifests
    .flatMap(({ contributes }) => contributes.nav)
    .filter((entry) => entry.area === area)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))

it('[SCR7] the menu of the account ends with the way out', () => {
  const routes = menu('account').map(({ route }) => route)
  expect(routes).toContain('account')
  expect(routes.at(-1)).toBe('logout')
})

it('[ADH8] the menu of staff leads from the everyday to what is rarely changed', () => {
  expect([...new Set(menu('admin').map(({ group }) => group))]).toEqual([
    'main',
    'support',
    'management',
    'servers',
    'content',
    'advanced',
  ])
})

it('names no page by a message of the pages of staff, which menus and the palette have not loaded', () => {
  const texts = manifests.flatMap(({ contributes: { nav, routes, commands } }) => [
    ...nav.map(({ label }) => label),
    ...routes.map(({ title }) => title),
    ...commands.map(({ title }) => title),
  ])
  expect(texts).not.toEqual([])
  expect(texts.filter((text) => text.startsWith('%staff.'))).toEqual([])
})

it('names no icon that the product does not have, which would be drawn as a puzzle piece', () => {
  const named = manifests.flatMap(({ id, icon, contributes: { nav } }) =>
    [icon, ...nav.map((each) => each.icon)].map((name) => [id, name ?? 'Puzzle'] as const),
  )
  expect(named.length).toBeGreaterThan(manifests.length)
  expect(named.filter(([, name]) => !Object.hasOwn(icons, name))).toEqual([])
})

it('draws the menus of customers without fetching further icons', () => {
  const wanted = [...menu('user'), ...menu('account')].flatMap(({ icon }) => icon ?? [])
  expect(wanted).not.toEqual([])
  expect(wanted.filter((icon) => !Object.hasOwn(menuIcons, icon))).toEqual([])
})
