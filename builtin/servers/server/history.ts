import type { HistoryKind } from '@spawnpoint/contracts/servers'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import type { ServerUses } from './server-uses.ts'
import { history, type HistoryDetails, type ServerRecord } from './tables.ts'

/** Writes down what happened to a server, in the transaction that made it true. */
export const writeHistory = async (
  tx: Queries,
  { clock }: Pick<ServerUses, 'clock'>,
  entry: {
    readonly server: Pick<ServerRecord, 'id' | 'owner'>
    readonly kind: HistoryKind
    /** Null where the product did it by itself. */
    readonly actor: string | null
    readonly details?: HistoryDetails
    readonly at?: Date
  },
): Promise<void> => {
  const { server, kind, actor, details = {}, at = clock.now() } = entry
  const id = createRowId(at.getTime())
  await tx.insert(history).values({ id, server: server.id, owner: server.owner, at, kind, actor, details })
}
