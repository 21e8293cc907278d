import type { FastifyInstance } from 'fastify'
import type { Gate } from '../common/hooks/gate.ts'
import type { Language, Plan } from '../common/plan.ts'
import type { Core } from './core.ts'
import type { PluginHost } from './host/plugin-host.ts'
import type { KernelPlugins } from './host/plugins-service.ts'
import { createChildApp, type ChildDeps } from './http/child-app.ts'
import type { Dispatcher } from './http/dispatcher.ts'
import { describeApi, endpointsOf } from './http/open-api.ts'
import { mountSessionCall } from './http/session-call.ts'
import { mountSystemCalls } from './http/system-calls.ts'
import { kernelSettings } from './settings/kernel-settings.ts'
import { VERSION } from './version.ts'

export interface KernelAppDeps {
  readonly core: Core
  readonly child: ChildDeps
  readonly gate: Gate
  readonly host: PluginHost
  readonly plugins: KernelPlugins
  readonly dispatcher: Dispatcher
  plan(language: Language): Plan
  publicSettings(): Readonly<Record<string, unknown>>
  isReady(): boolean
}

/** The kernel's own calls: session, settings, plan, custom code, health, metrics, API description. */
export async function createKernelApp(deps: KernelAppDeps): Promise<FastifyInstance> {
  const { core, child, gate, host } = deps
  const app = createChildApp('kernel', child)
  mountSessionCall(app, {
    sessions: core.sessions,
    gate,
    notices: core.notices,
    messages: child.messages,
    planVersion: deps.plugins.planVersion,
    describers: () =>
      host
        .running()
        .flatMap(({ candidate, owned }) =>
          owned.registrations.describers.map((describe) => [candidate.id, describe] as const),
        ),
  })
  mountSystemCalls(app, {
    child,
    metrics: core.metrics,
    metricsToken: core.config.metricsToken,
    plan: deps.plan,
    settings: deps.publicSettings,
    customCode: (kind) => core.settings.read(kernelSettings)[`custom_${kind}`],
    isReady: async () => deps.isReady() && (await isAnswering(core)),
    openApi: () => {
      const endpoints = deps.dispatcher.mounted().flatMap((mounted) => endpointsOf(mounted.app))
      return describeApi(endpoints, { title: 'Spawnpoint', version: VERSION, origin: core.config.origin })
    },
  })
  await app.ready()
  return app
}

const isAnswering = (core: Core) =>
  core.pool.query('select 1').then(
    () => true,
    () => false,
  )
