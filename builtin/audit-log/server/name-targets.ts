import type { Actor, AuditTargetSource, LogService } from '@spawnpoint/sdk/server'
import type { Live } from '@spawnpoint/sdk/common'
import type { AuditRow } from './audit-queries.ts'

interface Named {
  /** The row, where it is another than the target as it was written. */
  readonly id: string
  readonly name: string | null
  readonly page: string | null
}

interface Services {
  readonly targets: Live<readonly AuditTargetSource[]>
  readonly log: LogService
}

const prefixOf = ({ action }: AuditRow) => action.split(':')[0] ?? ''

const NAMES = ['name', 'title', 'subject', 'realName'] as const

const textIn = (values: unknown, key: string): string | null => {
  const value = values instanceof Object ? (values as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : null
}

/** Rows that are gone still have their name in the values of the entry. */
function nameInValues({ before, after }: AuditRow): string | null {
  for (const values of [after, before])
    for (const key of NAMES) {
      const value = textIn(values, key)
      if (value !== null) return value
    }
  return null
}

/** The row that an entry is about: its target, or one in its values where the target is a person. */
const rowOf = ({ target, before, after }: AuditRow, idFrom: AuditTargetSource['idFrom']): string =>
  (idFrom && (textIn(after, idFrom) ?? textIn(before, idFrom))) ?? target ?? ''

/**
 * Reads the row that an entry is about, and the person beside it where that is another. Both ids are in the entry itself,
 * so they need no permission of the plugin whose rows they are.
 */
export const createTargetReader = (sources: readonly AuditTargetSource[]) => (row: AuditRow) => {
  const { target } = row
  const source = sources.find(({ prefix }) => prefix === prefixOf(row))
  const id = target === null ? null : rowOf(row, source?.idFrom)
  return { target: id, person: id === target ? null : target }
}

/** Names and pages of the targets, by the ids of the entries. A source that fails costs the names of its own rows. */
export async function nameTargets(
  { targets, log }: Services,
  actor: Pick<Actor, 'can'>,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, Named>> {
  const found = new Map<string, Named>(
    rows.map((row) => [row.id, { id: row.target ?? '', name: nameInValues(row), page: null }]),
  )
  const readable = (targets.get() ?? []).filter(({ permission }) => actor.can(permission))
  await Promise.all(
    readable.map(async ({ prefix, page, idFrom, namesOf }) => {
      const own = rows.filter((row) => row.target !== null && prefixOf(row) === prefix)
      if (own.length === 0) return
      try {
        const names = await namesOf([...new Set(own.map((row) => rowOf(row, idFrom)))])
        for (const row of own) {
          const id = rowOf(row, idFrom)
          const name = names.get(id)
          if (name !== undefined) found.set(row.id, { id, name, page })
          else if (id !== row.target) found.set(row.id, { id, name: nameInValues(row), page: null })
        }
      } catch (error) {
        log.warn({ prefix, error }, 'names of audit targets not read')
      }
    }),
  )
  return found
}
