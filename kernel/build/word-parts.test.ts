import { defineBuiltin } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { laterWordsOf, pickWords } from './word-parts.ts'

type Contributes = Parameters<typeof defineBuiltin>[0]['contributes']

const aBuiltin = (id: string, contributes: Contributes) => ({
  manifest: defineBuiltin({
    id,
    title: id,
    description: 'A fixture',
    modules: { m: 'm.tsx' },
    ...(contributes ? { contributes } : {}),
  }),
  folder: `/builtin/${id}`,
})

const route = (area: 'guest' | 'public' | 'user', landmark?: 'home') => ({
  routes: [{ id: 'r', path: '/r', area, module: 'm', title: '%title%', ...(landmark ? { landmark } : {}) }],
})

const staffPage = {
  id: 's',
  path: '/mc-admin/s',
  area: 'admin' as const,
  permission: 'p',
  module: 'm',
  title: '%title%',
}

const builtins = [
  aBuiltin('gate', route('guest')),
  aBuiltin('law', route('public')),
  aBuiltin('home', route('user', 'home')),
  aBuiltin('shop', route('user')),
  aBuiltin('staff', { adminPages: [staffPage] }),
  aBuiltin('engine', undefined),
]

it('puts words off until the first page that may show them', () => {
  expect(laterWordsOf(builtins)).toEqual({
    law: '-more',
    home: '-home',
    shop: '-more',
    staff: '-staff',
    engine: '-staff',
  })
})

it('brings labels of pages that are not open yet to the menu, and keeps what only the server says', () => {
  const words = (id: string) => ({ title: `${id} title`, text: `${id} text` })
  const messages = {
    shell: { ok: 'OK', nav: { label: 'Menu' } },
    gate: { ...words('gate'), server: { letters: { subject: 'A letter' } } },
    shop: words('shop'),
    staff: words('staff'),
  }
  const pick = (part: '' | '-home' | '-more' | '-staff') => pickWords(messages, builtins, part)
  expect(pick('')).toEqual({ shell: { ok: 'OK' }, gate: words('gate') })
  expect(pick('-home')).toEqual({
    shell: { nav: { label: 'Menu' } },
    shop: { title: 'shop title' },
    staff: { title: 'staff title' },
  })
  expect(pick('-more')).toEqual({ shop: { text: 'shop text' } })
  expect(pick('-staff')).toEqual({ staff: { text: 'staff text' } })
})
