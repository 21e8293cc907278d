import type { Queries } from '@spawnpoint/sdk/server'
import { listAttachments } from './attachment-queries.ts'
import { listCompensations } from './compensation-queries.ts'
import type { MessageParts } from './present-tickets.ts'
import type { Message } from './tables.ts'

/** The files and grants of messages, for both of the pages that show a conversation. */
export async function readMessageParts(db: Queries, messages: readonly Message[]): Promise<MessageParts> {
  const ids = messages.map(({ id }) => id)
  return { files: await listAttachments(db, ids), granted: await listCompensations(db, ids) }
}
