import type { listRolePermissions } from '@spawnpoint/contracts/roles'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { enableMapSet, produce } from 'immer'

enableMapSet()

export type RolePermissions = ReplyOf<typeof listRolePermissions>
export type PermissionLine = RolePermissions['entries'][number]

/** Pending changes: permission → granted. Holds only differences from the stored role. */
export type Draft = ReadonlyMap<string, boolean>

export interface PermissionGroup {
  readonly category: string
  readonly lines: readonly PermissionLine[]
}

export const isGranted = (draft: Draft, line: PermissionLine): boolean =>
  draft.get(line.value) ?? line.granted

/** A change back to what is stored is no change. */
export const withChange = (draft: Draft, lines: readonly PermissionLine[], granted: boolean): Draft =>
  produce(draft, (next: Map<string, boolean>) => {
    for (const line of lines) {
      if (line.granted === granted) next.delete(line.value)
      else next.set(line.value, granted)
    }
  })

const valuesOf = (draft: Draft, granted: boolean) =>
  [...draft].filter(([, wanted]) => wanted === granted).map(([value]) => value)

export const toChange = (draft: Draft) => ({ grant: valuesOf(draft, true), revoke: valuesOf(draft, false) })

/** Values that no plugin defines now can be taken, never given; they stand with the others as lines of their own. */
export const linesOf = (
  { entries, strays }: RolePermissions,
  strayCategory: string,
): readonly PermissionLine[] => [
  ...entries,
  ...strays.map((value) => ({
    value,
    plugin: null,
    category: strayCategory,
    description: value,
    granted: true,
    allowed: true,
  })),
]

const matches = (line: PermissionLine, wanted: string) =>
  [line.value, line.description, line.category].some((text) => text.toLowerCase().includes(wanted))

/** The lines that match, by category, in the order of the catalogue. */
export function groupLines(
  lines: readonly PermissionLine[],
  { search, shown, draft }: { search: string; shown: 'all' | 'granted' | 'changed'; draft: Draft },
): readonly PermissionGroup[] {
  const wanted = search.trim().toLowerCase()
  const fits = (line: PermissionLine) =>
    matches(line, wanted) &&
    (shown === 'all' || (shown === 'granted' ? isGranted(draft, line) : draft.has(line.value)))
  const groups = Map.groupBy(lines.filter(fits), ({ category }) => category)
  return [...groups].map(([category, found]) => ({ category, lines: found }))
}
