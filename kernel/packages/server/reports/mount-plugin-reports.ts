import type { AuditService, Db } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../../common/hooks/gate.ts'
import type { PackageCallDeps } from '../../../server/host/packaged-plugins.ts'
import type { PluginStates } from '../../../server/host/plugin-states.ts'
import { mountEndpoint, type ChildDeps } from '../../../server/http/child-app.ts'
import type { Notices } from '../../../server/services/notices.ts'
import { handleReport } from './handle-report.ts'
import { reportPluginFaults } from './report-endpoint.ts'
import type { ReportStore } from './report-store.ts'

/** The permission to enable and disable plugins by hand. */
const PLUGINS_PERMISSION = 'admin.plugins.edit'

const DAY_SECONDS = 86_400

export interface PluginReportDeps {
  readonly child: ChildDeps
  readonly store: ReportStore
  readonly states: PluginStates
  readonly notices: Notices
  readonly gate: Pick<Gate, 'faults'>
  readonly audit: AuditService
  readonly orm: Db
  readonly plugins: Pick<PackageCallDeps, 'enabled' | 'sync'>
  isShipped(plugin: string): boolean
}

/** The endpoint where tabs report plugins that failed in them. */
export function mountPluginReports(app: FastifyInstance, deps: PluginReportDeps): void {
  const { child, store, states, notices, plugins, gate } = deps
  const handler = handleReport({
    store,
    find(id) {
      const found = plugins.enabled().find((each) => each.id === id)?.manifest
      return found ? { ...found, isBuiltin: deps.isShipped(id) } : null
    },
    managesPlugins: (actor) => actor.can(PLUGINS_PERMISSION),
    hasServerFaults: (id) => gate.faults(id).length > 0,
    async quarantine(plugin, { effect, stack, reporters }, actor) {
      const reason = `${effect}: ${stack}`
      child.log.error({ plugin, reason, reporters }, 'plugin quarantined after reports of browsers')
      await states.quarantine(plugin, reason, { actor, reporters })
      await plugins.sync()
      await notices.send({ kind: 'plugins' })
    },
    async notifyStaff(plugin, { effect, stack, reporters }) {
      if (!(await child.limits.take(`plugin-reported:${plugin}`, { max: 1, perSeconds: DAY_SECONDS }))) return
      const after = { reason: `${effect}: ${stack}`, reporters }
      child.log.warn({ plugin, ...after }, 'plugin reported by browsers')
      await deps.audit.write(deps.orm, { actor: null, action: 'plugins:reported', target: plugin, after })
    },
  })
  mountEndpoint(app, 'kernel', child, reportPluginFaults, handler)
}
