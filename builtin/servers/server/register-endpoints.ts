import {
  changeUserLimits,
  createServer,
  deleteServer,
  dismissBuild,
  getServer,
  listServers,
  listUserServers,
  readUserLimits,
  serverLimits,
  serverOptions,
  suspendUserServer,
  updateServer,
} from '@spawnpoint/contracts/servers'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { handleDeleteServer, handleUpdateServer } from './handle-change-server.ts'
import { handleServerOptions } from './handle-server-options.ts'
import {
  handleCreateServer,
  handleDismissBuild,
  handleGetServer,
  handleListServers,
  handleServerLimits,
} from './handle-servers.ts'
import { handleChangeUserLimits, handleReadUserLimits } from './handle-user-limits.ts'
import { handleListUserServers, handleSuspendUserServer } from './handle-user-servers.ts'
import type { ServerUses } from './server-uses.ts'

export const registerEndpoints = (uses: ServerUses, host: ServerHost): void => {
  host.endpoint(listServers, handleListServers(uses))
  host.endpoint(serverLimits, handleServerLimits(uses))
  host.endpoint(serverOptions, handleServerOptions(uses))
  host.endpoint(createServer, handleCreateServer(uses))
  host.endpoint(dismissBuild, handleDismissBuild(uses))
  host.endpoint(getServer, handleGetServer(uses))
  host.endpoint(updateServer, handleUpdateServer(uses))
  host.endpoint(deleteServer, handleDeleteServer(uses))
  host.endpoint(readUserLimits, handleReadUserLimits(uses))
  host.endpoint(changeUserLimits, handleChangeUserLimits(uses))
  host.endpoint(listUserServers, handleListUserServers(uses))
  host.endpoint(suspendUserServer, handleSuspendUserServer(uses))
}
