import { memberOf } from '@spawnpoint/sdk/common'
import { PersonalFiles, provide } from '@spawnpoint/sdk/server'
import { findOwnFiles } from './attachment-queries.ts'
import { readBytes } from './file-routes.ts'
import { ticketUses } from './ticket-uses.ts'

/** Files in the tickets of a user for the download of their own data. Their own pictures come from `pictures`. */
export const ownTicketFiles = provide(memberOf(PersonalFiles, 'tickets'), ticketUses, (uses) => ({
  async filesOf(user) {
    const files = await findOwnFiles(uses.db.orm, user)
    return files.map((file) => ({
      path: `files/tickets/${file.id}-${file.name.replaceAll(/[^\w.() -]/g, '_')}`,
      read: async () => (await readBytes(uses, file, 'file'))?.bytes ?? null,
    }))
  },
}))
