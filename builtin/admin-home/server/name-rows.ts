import { every, type Live } from '@spawnpoint/sdk/common'
import {
  AuditTargets,
  type Actor,
  type AuditEntry,
  type AuditTargetSource,
  type LogService,
} from '@spawnpoint/sdk/server'

export const rowTargets = every(AuditTargets)

interface Services {
  readonly targets: Live<readonly AuditTargetSource[]>
  readonly log: LogService
}

/** The row that an entry is about: its target, or one in its values where the target is the person whom it concerns. */
const rowOf = ({ target, before, after }: AuditEntry, { idFrom }: AuditTargetSource): string => {
  for (const values of [after, before]) {
    const id: unknown = idFrom && values instanceof Object ? Reflect.get(values, idFrom) : undefined
    if (typeof id === 'string') return id
  }
  return target ?? ''
}

/** Names and pages of the rows that entries are about, by the ids of the entries, as far as the viewer may read them. */
export async function nameRows(
  { targets, log }: Services,
  viewer: Pick<Actor, 'can'>,
  entries: readonly AuditEntry[],
) {
  const found = new Map<
    string,
    { readonly id: string; readonly name: string; readonly page: string | null }
  >()
  const readable = (targets.get() ?? []).filter(({ permission }) => viewer.can(permission))
  await Promise.all(
    readable.map(async (source) => {
      const own = entries.filter(({ action }) => action.startsWith(`${source.prefix}:`))
      if (own.length === 0) return
      // A plugin that fails costs the names of its own rows only.
      const names = await source
        .namesOf([...new Set(own.map((each) => rowOf(each, source)))])
        .catch((error: unknown) => {
          log.warn({ prefix: source.prefix, error }, 'names of audit targets not read')
          return new Map<string, string>()
        })
      for (const each of own) {
        const id = rowOf(each, source)
        const name = names.get(id)
        if (name !== undefined) found.set(each.id, { id, name, page: source.page })
      }
    }),
  )
  return found
}
