import type { FastifyInstance } from 'fastify'
import type { KernelPlugins } from '../host/plugins-service.ts'
import type { PluginStates } from '../host/plugin-states.ts'
import { mountEndpoint, type ChildDeps } from '../http/child-app.ts'
import type { Notices } from '../services/notices.ts'
import { handleReport } from './handle-report.ts'
import { reportPluginFaults } from './report-endpoint.ts'
import type { ReportStore } from './report-store.ts'

/** Of the permission catalogue: who holds it may switch plugins by hand. */
const PLUGINS_PERMISSION = 'admin.plugins.edit'

export interface PluginReportDeps {
  readonly child: ChildDeps
  readonly store: ReportStore
  readonly states: PluginStates
  readonly notices: Notices
  readonly plugins: Pick<KernelPlugins, 'enabled' | 'sync'>
}

/** The call by which tabs tell of plugins that failed in them. */
export function mountPluginReports(app: FastifyInstance, deps: PluginReportDeps): void {
  const { child, store, states, notices, plugins } = deps
  const handler = handleReport({
    store,
    find: (id) => plugins.enabled().find((each) => each.id === id)?.manifest ?? null,
    managesPlugins: (actor) => actor.can(PLUGINS_PERMISSION),
    async quarantine(plugin, reason) {
      child.log.error({ plugin, reason }, 'a plugin was put into quarantine: it failed in several tabs')
      await states.quarantine(plugin, reason)
      await plugins.sync()
      await notices.send({ kind: 'plugins' })
    },
  })
  mountEndpoint(app, 'kernel', child, reportPluginFaults, handler)
}
