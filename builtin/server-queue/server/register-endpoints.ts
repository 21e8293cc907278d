import {
  buildOptions,
  countBuilds,
  createBuild,
  findOwners,
  getBuild,
  listBuilds,
  listLogs,
  removeBuild,
} from '@spawnpoint/contracts/server-queue'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { handleBuildOptions, handleCreateBuild, handleFindOwners } from './handle-create-build.ts'
import { handleCountBuilds, handleListBuilds } from './handle-list-builds.ts'
import { handleListLogs } from './handle-logs.ts'
import { handleGetBuild, handleRemoveBuild } from './handle-one-build.ts'
import type { QueueUses } from './queue-uses.ts'

export const registerEndpoints = (uses: QueueUses, host: ServerHost): void => {
  host.endpoint(listBuilds, handleListBuilds(uses))
  host.endpoint(countBuilds, handleCountBuilds(uses))
  host.endpoint(listLogs, handleListLogs(uses))
  host.endpoint(findOwners, handleFindOwners(uses))
  host.endpoint(buildOptions, handleBuildOptions(uses))
  host.endpoint(getBuild, handleGetBuild(uses))
  host.endpoint(createBuild, handleCreateBuild(uses))
  host.endpoint(removeBuild, handleRemoveBuild(uses))
}
