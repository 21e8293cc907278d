import type { listRolePermissions } from '@spawnpoint/contracts/roles'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { enableMapSet, produce } from 'immer'

enableMapSet()

export type RolePermissions = ReplyOf<typeof listRolePermissions>
export type PermissionLine = RolePermissions['entries'][number]

/** Pending changes: permission → granted. Holds only differences from the stored role. */
export type Draft = ReadonlyMap<string, boolean>

export const actions = ['list', 'create', 'edit', 'delete'] as const
export type Action = (typeof actions)[number]

/** Permissions that follow the shape `<base>.<action>`: one row of the matrix. */
export interface PermissionArea {
  readonly base: string
  readonly plugin: string | null
  readonly cells: Readonly<Partial<Record<Action, PermissionLine>>>
}

/** Other permissions of one plugin; null for those that no enabled plugin defines. */
export interface PermissionGroup {
  readonly plugin: string | null
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
export const linesOf = ({ entries, strays }: RolePermissions): readonly PermissionLine[] => [
  ...entries,
  ...strays.map((value) => ({
    value,
    plugin: null,
    category: '',
    description: value,
    granted: true,
    allowed: true,
  })),
]

const split = ({ value }: PermissionLine) => {
  const dot = value.lastIndexOf('.')
  return { base: value.slice(0, dot), action: value.slice(dot + 1) }
}

const actionOf = (line: PermissionLine, siblings: readonly PermissionLine[]): Action | null => {
  const { base, action } = split(line)
  // Some areas call their list a view; one that has both keeps the view among the others.
  if (action === 'view' && !siblings.some(({ value }) => value === `${base}.list`)) return 'list'
  return actions.find((each) => each === action) ?? null
}

/** The catalogue as rows of a matrix, where at least two actions of an area exist, and the other permissions by plugin. */
export function arrange(lines: readonly PermissionLine[]) {
  const areas: PermissionArea[] = []
  const others: PermissionLine[] = []
  for (const siblings of Map.groupBy(lines, (line) => `${line.plugin} ${split(line).base}`).values()) {
    const [first] = siblings
    const inMatrix = siblings.filter((line) => line.plugin !== null && actionOf(line, siblings))
    if (!first || inMatrix.length < 2) others.push(...siblings)
    else {
      const cells = Object.fromEntries(inMatrix.map((line) => [actionOf(line, siblings), line]))
      areas.push({ base: split(first).base, plugin: first.plugin, cells })
      others.push(...siblings.filter((line) => !inMatrix.includes(line)))
    }
  }
  const groups = [...Map.groupBy(others, ({ plugin }) => plugin)].map(([plugin, found]) => ({
    plugin,
    lines: found,
  }))
  return { areas, groups }
}

/** The lines that are wanted: those whose value or text has the words, and of these all, the granted or the changed. */
export function findLines(
  lines: readonly PermissionLine[],
  {
    search,
    shown,
    draft,
    textOf,
  }: {
    search: string
    shown: 'all' | 'granted' | 'changed'
    draft: Draft
    textOf: (line: PermissionLine) => string
  },
): ReadonlySet<PermissionLine> {
  const wanted = search.trim().toLowerCase()
  return new Set(
    lines.filter(
      (line) =>
        `${line.value} ${textOf(line)}`.toLowerCase().includes(wanted) &&
        (shown === 'all' || (shown === 'granted' ? isGranted(draft, line) : draft.has(line.value))),
    ),
  )
}
