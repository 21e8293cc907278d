import type { Manifest } from '@spawnpoint/sdk/common'
import { isRecord } from '../common/is-record.ts'
import reserved from './reserved-labels.json' with { type: 'json' }
import { readsAs } from '../common/look-alike.ts'

interface Named {
  /** Its place in the manifest. */
  readonly at: string
  readonly text: string
}

export interface TakenName {
  readonly at: string
  readonly label: string
  /** The label of the product that it reads like. */
  readonly own: string
}

/** Other words that people would take for the product's. */
const others = [
  'Admin',
  'Administration',
  'Administrator',
  'Sign in',
  'Sign out',
  'Sign up',
  'Log on',
  'Verwaltung',
  'Administración',
  'Administrare',
  '管理',
]

const byReading: ReadonlyMap<string, string> = new Map(
  [...reserved, ...others].map((label) => [readsAs(label), label]),
)

/** The label of the product that this one reads like, in any of its languages; null for one that is free. */
const findReservedLabel = (label: string): string | null => byReading.get(readsAs(label)) ?? null

const titledKinds = ['commands', 'routes', 'adminPages', 'widgets', 'debugTabs', 'customisationTabs'] as const

/** Names of the plugin and of all that it shows under a name, each with its place in the manifest. */
export function namesOf({
  title,
  contributes,
  registers = {},
}: Pick<Manifest, 'title' | 'contributes' | 'registers'>): readonly Named[] {
  const registered = (kind: 'commands' | 'routes' | 'adminPages' | 'widgets' | 'debugTabs') =>
    (registers[kind] ?? []).map((entry, index) => ({
      at: `registers.${kind}.${index}.title`,
      text: entry.title,
    }))
  const titled = (kind: (typeof titledKinds)[number]) =>
    contributes[kind].map((entry, index) => ({ at: `contributes.${kind}.${index}.title`, text: entry.title }))
  return [
    { at: 'title', text: title },
    ...contributes.nav.map(({ label }, index) => ({ at: `contributes.nav.${index}.label`, text: label })),
    ...titledKinds.flatMap(titled),
    ...(['commands', 'routes', 'adminPages', 'widgets', 'debugTabs'] as const).flatMap(registered),
  ]
}

/** The text of `%key%` in the messages of one language; null where they lack it. */
export function messageOf(messages: unknown, id: string, label: string): string | null {
  const key = /^%(.+)%$/.exec(label)?.[1]
  if (key === undefined) return label
  const found = [id, ...key.split('.')].reduce<unknown>(
    (tree, part) => (isRecord(tree) && Object.hasOwn(tree, part) ? tree[part] : null),
    messages,
  )
  return typeof found === 'string' ? found : null
}

/** Names of a plugin that read like a label of the product in one of the languages of its messages. */
export function findTakenNames(
  manifest: Pick<Manifest, 'id' | 'title' | 'contributes' | 'registers'>,
  languages: readonly unknown[],
): readonly TakenName[] {
  const taken = new Map<string, TakenName>()
  for (const { at, text } of namesOf(manifest))
    for (const messages of languages) {
      const label = messageOf(messages, manifest.id, text)
      const own = label === null ? null : findReservedLabel(label)
      if (label !== null && own !== null) taken.set(`${at} ${label}`, { at, label, own })
    }
  return [...taken.values()]
}
