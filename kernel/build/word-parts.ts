import { type LaterWords, LATER_WORDS, wordsOfPlugin } from '../common/plan.ts'
import type { Messages } from '../../sdk/package/build/messages-file.ts'
import type { Builtin } from './read-builtins.ts'

/** What is spoken by the server alone, such as letters, stands under this key of its plugin. */
const SERVER_KEY = 'server'

const SHELL = 'shell'
/** The shell's words that nobody sees before the log-in: for its menu, and for lists and forms of resources. */
const laterOfShell: Readonly<Record<string, LaterWords>> = {
  skip: '-home',
  nav: '-home',
  topbar: '-home',
  palette: '-home',
  proof: '-home',
  session: '-home',
  resource: '-resource',
}

export type Part = '' | LaterWords

const isTree = (value: unknown): value is Messages => typeof value === 'object' && value !== null

/** When a plugin's words are first needed: before the log-in, on the home page, or on its own pages alone. */
function partOf({ manifest: { id, contributes } }: Builtin): Part {
  const { routes, slots, widgets } = contributes
  if (routes.some(({ area }) => area === 'guest')) return ''
  const isAtHome =
    routes.some(({ landmark }) => landmark === 'home' || landmark === 'lost-connection') ||
    widgets.some(({ area }) => area !== 'admin') ||
    slots.some(({ slot }) => slot.startsWith('shell.'))
  return isAtHome ? '-home' : wordsOfPlugin(id)
}

/** Plugins whose words do not come first. */
export const laterWordsOf = (builtins: readonly Builtin[]): readonly string[] =>
  builtins.filter((builtin) => partOf(builtin) !== '').map(({ manifest }) => manifest.id)

/** All parts that a language's words come in. */
export const partsOf = (builtins: readonly Builtin[]): readonly Part[] => [
  ...new Set<Part>(['', ...LATER_WORDS, ...builtins.map(partOf)]),
]

/** Keys of the labels that menus and the palette show without loading the plugin. */
const labelKeys = ({ contributes }: Builtin['manifest']): string[] =>
  [...JSON.stringify(contributes).matchAll(/"%([^"%]+)%"/g)].map(([, key]) => key ?? '')

/** The messages whose path `isChosen` says yes to; branches left empty are left out. */
function pick(tree: Messages, isChosen: (key: string) => boolean, path = ''): Messages {
  const entries = Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
    const key = path === '' ? name : `${path}.${name}`
    if (!isTree(value)) return isChosen(key) ? [[name, value]] : []
    const inner = pick(value, isChosen, key)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}

const headOf = (key: string): string => key.split('.')[0] ?? ''

/** The part that brings a message; null for what only the server says. */
function createPlaces(builtins: readonly Builtin[]) {
  const owners = new Map(
    builtins.map((builtin) => {
      const labels = new Set(labelKeys(builtin.manifest))
      return [builtin.manifest.id, { part: partOf(builtin), labels }] as const
    }),
  )
  return (owner: string, key: string): Part | null => {
    const head = headOf(key)
    if (owner === SHELL) return laterOfShell[head] ?? ''
    if (head === SERVER_KEY) return null
    const { part = '', labels } = owners.get(owner) ?? {}
    return part !== '' && labels?.has(key) ? '-home' : part
  }
}

/** Whether words of `place` are here whenever those of `part` are. */
const comesWith = (part: Part, place: Part): boolean =>
  place === part || place === '' || (place === '-home' && part !== '')

/** The messages of a language that belong to one chunk, with those of others that its plugins show. */
export function pickWords(messages: Messages, builtins: readonly Builtin[], part: Part): Messages {
  const placeOf = createPlaces(builtins)
  const shown = new Set(
    builtins.filter((each) => partOf(each) === part).flatMap(({ manifest }) => manifest.showsWords ?? []),
  )
  const isChosen = (owner: string, key: string): boolean => {
    const place = placeOf(owner, key)
    if (place === null || place === part) return place !== null
    return owner !== SHELL && shown.has(headOf(key)) && !comesWith(part, place)
  }
  const picked = Object.entries(messages).flatMap(([owner, tree]): [string, Messages][] => {
    const words = isTree(tree) ? pick(tree, (key) => isChosen(owner, key)) : {}
    return Object.keys(words).length > 0 ? [[owner, words]] : []
  })
  return Object.fromEntries(picked)
}
