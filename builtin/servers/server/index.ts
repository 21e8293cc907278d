import { Allowances, Servers, serverSettings } from '@spawnpoint/contracts/servers'
import { definePluginServer, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { serversExport } from './export.ts'
import { auditTargets } from './audit-targets.ts'
import { handleAdoptServer, handleReadForeignServer } from './handle-adoption.ts'
import { provideServerImport } from './import-server.ts'
import { handleListBulks, handleReadBulk, handleStartBulk } from './bulk.ts'
import { checkServers } from './check-servers.ts'
import { ConsoleStreams, provideConsoleStreams } from './console-streams.ts'
import { economyPart } from './economy-part.ts'
import { provideServerControl } from './create-server-control.ts'
import { provideServerGrants } from './create-server-grants.ts'
import { describeLimits } from './describe-limits.ts'
import { guardCatalogue } from './guard-catalogue.ts'
import { handleDeleteServer, handleUpdateServer } from './handle-change-server.ts'
import {
  handleListGameStates,
  handleReadAnyServer,
  handleSendAnyCommand,
  handleSendAnyPower,
  handleSendCommand,
  handleSendPower,
  handleWatchAnyConsole,
  handleWatchConsole,
} from './handle-console.ts'
import {
  handleListDifferences,
  handleListForeign,
  handleReadComparison,
  handleStartComparison,
} from './handle-comparison.ts'
import { handleReadAnyHistory, handleReadHistory } from './handle-history.ts'
import { handleReadRenewal, handleRenewServer, handleSetAutoRenewal } from './handle-renewal.ts'
import { checkEggs } from './check-eggs.ts'
import { EggLook, eggLook, handleEggVariables } from './egg-variables.ts'
import { handleCheckEgg, handleListBrokenEggs } from './handle-egg-troubles.ts'
import { handleFindPlaces, room } from './find-room.ts'
import { handleServerOptions } from './handle-server-options.ts'
import {
  handleCreateServer,
  handleDismissBuild,
  handleGetServer,
  handleListServers,
  handleServerLimits,
} from './handle-servers.ts'
import {
  handleDeleteAnyServer,
  handleFindReceivers,
  handleListAllServers,
  handleReadServerOverview,
  handleTransferServer,
} from './handle-staff-servers.ts'
import { handleChangeUserLimits, handleReadUserLimits } from './handle-user-limits.ts'
import { handleListUserServers, handleSuspendUserServer } from './handle-user-servers.ts'
import { handleReadAnyUsageHistory, handleReadUsageHistory } from './handle-usage.ts'
import { latencyRoutes } from './latency-page.ts'
import { rankServers } from './rank-servers.ts'
import { watchRenewalSwitch } from './watch-renewal-switch.ts'
import { showServers } from './show-servers.ts'
import { handleReadServerFigures } from './server-figures.ts'
import { notifyOfFailure, serverKinds } from './server-kinds.ts'
import { serverMetrics } from './server-metrics.ts'
import { serverPlaces } from './server-places.ts'
import { serverJobs, serverListeners } from './server-jobs.ts'
import { serverUses } from './server-uses.ts'
import { createServersService } from './servers-service.ts'

export default definePluginServer(manifest, {
  settings: serverSettings,
  internal: [provideConsoleStreams, room, eggLook],
  provides: [
    serversExport,
    auditTargets,
    provide(Servers, { ...serverUses, look: EggLook }, createServersService),
    provide(Allowances, { ...serverUses, look: EggLook }, createServersService),
    provideServerImport,
    provideServerControl,
    provideServerGrants,
    rankServers,
    showServers,
    serverPlaces,
    serverKinds,
    serverMetrics,
    economyPart,
  ],
  endpoints: [
    handleListServers,
    handleServerLimits,
    handleServerOptions,
    handleEggVariables,
    handleListBrokenEggs,
    handleCheckEgg,
    handleFindPlaces,
    handleCreateServer,
    handleDismissBuild,
    handleGetServer,
    handleUpdateServer,
    handleDeleteServer,
    handleReadUserLimits,
    handleChangeUserLimits,
    handleListUserServers,
    handleReadServerFigures,
    handleSuspendUserServer,
    handleReadRenewal,
    handleRenewServer,
    handleSetAutoRenewal,
    handleReadHistory,
    handleReadAnyHistory,
    handleListAllServers,
    handleReadServerOverview,
    handleDeleteAnyServer,
    handleTransferServer,
    handleFindReceivers,
    handleStartBulk,
    handleReadBulk,
    handleListBulks,
    handleReadComparison,
    handleListDifferences,
    handleListForeign,
    handleStartComparison,
    handleReadForeignServer,
    handleAdoptServer,
    handleListGameStates,
    handleReadAnyServer,
    handleReadUsageHistory,
    handleReadAnyUsageHistory,
    handleWatchConsole,
    handleSendCommand,
    handleSendPower,
    handleWatchAnyConsole,
    handleSendAnyCommand,
    handleSendAnyPower,
  ],
  jobs: serverJobs,
  listeners: [...serverListeners, notifyOfFailure],
  uses: { ...serverUses, streams: ConsoleStreams },
  setup({ streams, ...services }, host) {
    // Before the calls under way are waited for, which these would keep open.
    host.hooks.on('dispose', async (id) => {
      if (id === manifest.id) streams.close()
    })
    host.onDispose(streams.close)
    host.routes(latencyRoutes(services))
    host.health('servers', () => checkServers(services))
    host.health('eggs', () => checkEggs(services))
    host.describeSession(describeLimits(services))
    host.onDispose(guardCatalogue(services))
    host.onDispose(watchRenewalSwitch(services))
  },
})
