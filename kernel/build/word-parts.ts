import type { LaterWords } from '../common/plan.ts'
import type { Messages } from './locale-chunks.ts'
import type { Builtin } from './read-builtins.ts'

/** What is spoken by the server alone, such as letters, stands under this key of its plugin. */
const SERVER_KEY = 'server'

const SHELL = 'shell'
/** The shell's words for its menu and for lists, which nobody sees before the log-in. */
const laterOfShell = ['skip', 'nav', 'topbar', 'palette', 'resource']

type Part = '' | LaterWords

const isTree = (value: unknown): value is Messages => typeof value === 'object' && value !== null

/** When a plugin's words are first needed: before the log-in, on the home page, on other pages, by staff. */
function partOf({ manifest: { contributes } }: Builtin): Part {
  const { routes, slots, widgets } = contributes
  if (routes.some(({ area }) => area === 'guest')) return ''
  const isAtHome =
    routes.some(({ landmark }) => landmark === 'home' || landmark === 'lost-connection') ||
    widgets.some(({ area }) => area !== 'admin') ||
    slots.some(({ slot }) => slot.startsWith('shell.'))
  if (isAtHome) return '-home'
  const isForStaff =
    routes.every(({ area }) => area === 'admin') && slots.every(({ slot }) => slot.startsWith('admin.'))
  return isForStaff ? '-staff' : '-more'
}

/** Plugins whose words do not come first → the chunk they come with. */
export const laterWordsOf = (builtins: readonly Builtin[]): Record<string, LaterWords> =>
  Object.fromEntries(
    builtins.flatMap((builtin) => {
      const part = partOf(builtin)
      return part === '' ? [] : [[builtin.manifest.id, part] as const]
    }),
  )

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

/** The messages of a language that belong to one chunk. */
export function pickWords(messages: Messages, builtins: readonly Builtin[], part: Part): Messages {
  const later = laterWordsOf(builtins)
  const labels = new Map(builtins.map(({ manifest }) => [manifest.id, new Set(labelKeys(manifest))]))
  const placeOf = (owner: string, key: string): Part | null => {
    const [head = ''] = key.split('.')
    if (owner === SHELL) return laterOfShell.includes(head) ? '-home' : ''
    if (head === SERVER_KEY) return null
    const own = later[owner] ?? ''
    return own !== '' && labels.get(owner)?.has(key) ? '-home' : own
  }
  const picked = Object.entries(messages).flatMap(([owner, tree]): [string, Messages][] => {
    const words = isTree(tree) ? pick(tree, (key) => placeOf(owner, key) === part) : {}
    return Object.keys(words).length > 0 ? [[owner, words]] : []
  })
  return Object.fromEntries(picked)
}
