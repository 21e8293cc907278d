import { defineBuiltin } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { laterWordsOf, type Part, partsOf, pickWords } from './word-parts.ts'

type Contributes = Parameters<typeof defineBuiltin>[0]['contributes']

const aBuiltin = (id: string, contributes: Contributes, showsWords: readonly string[] = []) => ({
  manifest: defineBuiltin({
    id,
    title: id,
    description: 'A fixture',
    modules: { m: 'm.tsx' },
    showsWords,
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

it('puts words off until the first page that may show them, a part for each plugin that is not at home', () => {
  expect(laterWordsOf(builtins)).toEqual(['law', 'home', 'shop', 'staff', 'engine'])
  expect(partsOf(builtins)).toEqual(['', '-home', '-resource', '_law', '_shop', '_staff', '_engine'])
})

const words = (id: string) => ({ title: `${id} title`, text: `${id} text` })
const messages = {
  shell: { ok: 'OK', nav: { label: 'Menu' }, resource: { none: 'None' } },
  gate: { ...words('gate'), server: { letters: { subject: 'A letter' } } },
  shop: words('shop'),
  staff: words('staff'),
}

it('brings labels of pages that are not open yet to the menu, and keeps what only the server says', () => {
  const picked = (part: Part) => pickWords(messages, builtins, part)
  expect(picked('')).toEqual({ shell: { ok: 'OK' }, gate: words('gate') })
  expect(picked('-home')).toEqual({
    shell: { nav: { label: 'Menu' } },
    shop: { title: 'shop title' },
    staff: { title: 'staff title' },
  })
  expect(picked('-resource')).toEqual({ shell: { resource: { none: 'None' } } })
  expect(picked('_shop')).toEqual({ shop: { text: 'shop text' } })
  expect(picked('_staff')).toEqual({ staff: { text: 'staff text' } })
})

it('brings with a plugin what it shows of others, but nothing that is here before it or that nobody sees', () => {
  const bank = aBuiltin('bank', { slots: [{ slot: 'somewhere', module: 'm' }] }, ['text', 'title', 'server'])
  const wallet = { text: 'bank text', own: 'bank own' }
  expect(pickWords({ ...messages, bank: wallet }, [...builtins, bank], '_bank')).toEqual({
    shop: { text: 'shop text' },
    staff: { text: 'staff text' },
    bank: wallet,
  })
})
