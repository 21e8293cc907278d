import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type { AuditEntry, AuditService } from '@spawnpoint/sdk/server'

/** Under which all changes of settings stand in the audit log. */
export const AUDIT_TARGET = 'settings'

const READ_BACK = 100

export interface LastChange {
  readonly by: string | null
  readonly at: string
}

const keysOf = ({ after }: AuditEntry) => (after instanceof Object ? Object.keys(after) : [])

/** Finds who last changed each key, from the newest entries of the audit log. */
export async function findLastChanges(uses: {
  readonly audit: AuditService
  readonly users: Live<UsersService>
}): Promise<ReadonlyMap<string, LastChange>> {
  const entries = await uses.audit.list({ target: AUDIT_TARGET, limit: READ_BACK })
  const actors = [...new Set(entries.flatMap(({ actor }) => actor ?? []))]
  const people = (await uses.users.get()?.findMany(actors)) ?? []
  const names = new Map(people.map(({ id, username }) => [id, username]))
  const changes = new Map<string, LastChange>()
  for (const entry of entries)
    for (const key of keysOf(entry))
      if (!changes.has(key))
        changes.set(key, { by: names.get(entry.actor ?? '') ?? null, at: new Date(entry.at).toISOString() })
  return changes
}
