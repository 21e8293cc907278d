import type { AuditService } from '@spawnpoint/sdk/server'

type Entry = Parameters<AuditService['write']>[1]

/** An audit log that can be read back. */
export const createRecordedAudit = () => {
  const entries: Entry[] = []
  const audit = {
    write: async (_tx: unknown, entry: Entry) => void entries.push(entry),
  } as Pick<AuditService, 'write'> as AuditService
  return { audit, entries }
}
