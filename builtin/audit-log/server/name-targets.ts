import type { Actor, AuditTargetSource, LogService } from '@spawnpoint/sdk/server'
import type { Live } from '@spawnpoint/sdk/common'
import type { AuditRow } from './audit-queries.ts'

interface Named {
  readonly name: string | null
  readonly page: string | null
}

interface Services {
  readonly targets: Live<readonly AuditTargetSource[]>
  readonly log: LogService
}

const prefixOf = ({ action }: AuditRow) => action.split(':')[0] ?? ''

const NAMES = ['name', 'title', 'subject', 'realName'] as const

/** Rows that are gone still have their name in the values of the entry. */
function nameInValues({ before, after }: AuditRow): string | null {
  for (const values of [after, before])
    for (const key of NAMES) {
      const value = values instanceof Object ? (values as Readonly<Record<string, unknown>>)[key] : undefined
      if (typeof value === 'string' && value !== '') return value
    }
  return null
}

/** Names and pages of the targets, by the ids of the entries. A source that fails costs the names of its own rows. */
export async function nameTargets(
  { targets, log }: Services,
  actor: Pick<Actor, 'can'>,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, Named>> {
  const found = new Map<string, Named>(rows.map((row) => [row.id, { name: nameInValues(row), page: null }]))
  const readable = (targets.get() ?? []).filter(({ permission }) => actor.can(permission))
  await Promise.all(
    readable.map(async ({ prefix, page, namesOf }) => {
      const own = rows.filter((row) => row.target !== null && prefixOf(row) === prefix)
      if (own.length === 0) return
      try {
        const names = await namesOf([...new Set(own.flatMap(({ target }) => target ?? []))])
        for (const { id, target } of own) {
          const name = names.get(target ?? '')
          if (name !== undefined) found.set(id, { name, page })
        }
      } catch (error) {
        log.warn({ prefix, error }, 'names of audit targets not read')
      }
    }),
  )
  return found
}
