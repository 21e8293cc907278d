import { reachOf, type Manifest } from '@spawnpoint/sdk/common'
import { nearestName } from '../../package/build/nearest-name.ts'
import known from '../../package/known-names.json' with { type: 'json' }
import product from '../../package/plugin-services.json' with { type: 'json' }
import { problem, warning, type Finding } from './finding.ts'

/** Asks for the near name, where one is near. */
export const didYouMean = (near: string | null): string => (near === null ? '' : `; did you mean '${near}'?`)

const pascal = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, initial: string) => initial.toUpperCase())

function checkIcons({ icon, contributes }: Manifest): readonly Finding[] {
  const written = [
    ['icon', icon] as const,
    ...contributes.nav.map((each, index) => [`contributes.nav.${index}.icon`, each.icon] as const),
  ]
  return written.flatMap(([at, name]) => {
    if (name === undefined || known.icons.includes(pascal(name))) return []
    const near = didYouMean(nearestName(pascal(name), known.icons))
    return [warning('W_ICON_UNKNOWN', at, `there is no icon '${name}', so a puzzle piece is drawn${near}`)]
  })
}

interface Family {
  /** All names of this kind that the product has. */
  readonly names: readonly string[]
  /** Names that may be proposed. */
  readonly open: readonly string[]
  /** Separates the owner from the rest. */
  readonly mark: string
  readonly owners: readonly string[]
}

/** True for a name that the product would have to know; `near` is the one that may have been meant. */
function judge(
  name: string,
  { names, open, mark, owners }: Family,
): { isOurs: boolean; near: string | null } {
  if (names.includes(name)) return { isOurs: false, near: null }
  const [owner = ''] = name.split(mark, 1)
  if (owners.includes(owner)) return { isOurs: true, near: nearestName(name, open) }
  // Another plugin may well have it, unless the owner is all that is mistyped.
  const meant = `${nearestName(owner, owners) ?? ''}${name.slice(owner.length)}`
  return { isOurs: false, near: open.includes(meant) ? meant : null }
}

const services: Family = {
  names: known.services,
  open: product.services,
  mark: '.',
  owners: product.providers,
}
const events: Family = { names: known.events, open: known.events, mark: ':', owners: product.providers }

/** Events and services that the manifest asks for and that no plugin of the product has. */
function checkTokens({ id, capabilities, dependencies }: Manifest): readonly Finding[] {
  const find = (prefix: 'server.services:' | 'server.events:', family: Family, word: string) =>
    reachOf(capabilities, prefix).flatMap((name) => {
      const [owner = ''] = name.split(family.mark, 1)
      const isOthers = owner === id || Object.hasOwn(dependencies, owner)
      if (isOthers && !family.owners.includes(owner)) return []
      const { isOurs, near } = judge(name, family)
      if (!isOurs && near === null) return []
      return [{ isOurs, text: `the product has no ${word} '${name}'${didYouMean(near)}` }]
    })
  return [
    ...find('server.services:', services, 'service').map(({ isOurs, text }) =>
      isOurs
        ? problem('E_SERVICE_UNKNOWN', 'capabilities', text)
        : warning('W_SERVICE_UNKNOWN', 'capabilities', text),
    ),
    ...find('server.events:', events, 'event').map(({ isOurs, text }) =>
      isOurs
        ? problem('E_EVENT_UNKNOWN', 'capabilities', text)
        : warning('W_EVENT_UNKNOWN', 'capabilities', text),
    ),
  ]
}

const slotFamily: Family = {
  names: known.slots,
  open: known.slots,
  mark: '.',
  owners: [...new Set(known.slots.map((slot) => slot.split('.', 1)[0] ?? ''))],
}

/** `settings.<group>` stands for one slot a group. */
const slotPatterns = known.slots.flatMap((slot) => (slot.includes('<') ? [slot.replace(/<.*$/, '')] : []))

function checkSlots({ id, contributes }: Manifest): readonly Finding[] {
  return contributes.slots.flatMap(({ slot }, index) => {
    if (slot.startsWith(`${id}.`) || slotPatterns.some((start) => slot.startsWith(start))) return []
    const { isOurs, near } = judge(slot, slotFamily)
    if (!isOurs && near === null) return []
    const at = `contributes.slots.${index}.slot`
    return [warning('W_SLOT_UNKNOWN', at, `no page of the product has the slot '${slot}'${didYouMean(near)}`)]
  })
}

/** Names in the manifest that nothing answers to, and the names that may have been meant. */
export const checkNames = (manifest: Manifest): readonly Finding[] => [
  ...checkIcons(manifest),
  ...checkSlots(manifest),
  ...checkTokens(manifest),
]

/** True for services and events of the product, those that are not for plugins among them. */
export const isKnownName = (name: string): boolean =>
  known.services.includes(name) || known.events.includes(name)
