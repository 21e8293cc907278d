import { provideAuditTargets } from '@spawnpoint/sdk/server'
import { server } from './tables.ts'

/** Servers in the audit log have their name and lead to their page, which staff may open for every server. */
export const auditTargets = provideAuditTargets({
  prefix: 'servers',
  permission: 'admin.servers.list',
  page: 'server',
  // The target of what staff do to a server is its owner, in whose activity it is.
  idFrom: 'server',
  table: server,
  id: server.id,
  name: server.name,
})
