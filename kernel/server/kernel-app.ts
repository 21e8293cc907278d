import type { FastifyInstance } from 'fastify'
import type { Gate } from '../common/hooks/gate.ts'
import type { Language, Plan } from '../common/plan.ts'
import type { Core } from './core.ts'
import type { PackagedPlugins } from './host/packaged-plugins.ts'
import type { KernelServerHooks } from './host/server-hooks.ts'
import type { KernelPlugins } from './host/plugins-service.ts'
import { createChildApp, type ChildDeps } from './http/child-app.ts'
import { compressReplies } from './http/compress-replies.ts'
import type { Dispatcher } from './http/dispatcher.ts'
import { describeApi } from '../../sdk/server/describe-api.ts'
import { endpointsOf } from './http/mounted-routes.ts'
import { createSessionAnswers } from './http/session-answers.ts'
import { mountSessionCall, SESSION_PATH } from './http/session-call.ts'
import { createSessionParts } from './http/session-parts.ts'
import { createSessionShortcut } from './http/session-shortcut.ts'
import { mountSystemCalls } from './http/system-calls.ts'
import type { KernelSessions } from './sessions/sessions.ts'
import { customCode } from './settings/kernel-settings.ts'
import { systemClock } from './system-clock.ts'
import { VERSION } from './version.ts'

/** Adds calls to the kernel's own. */
export type MountCalls = (app: FastifyInstance, sessions: KernelSessions) => void

export interface KernelAppDeps {
  readonly core: Core
  readonly child: ChildDeps
  readonly gate: Gate
  readonly hooks: KernelServerHooks
  readonly plugins: KernelPlugins
  readonly packaged: Pick<PackagedPlugins, 'mountCalls'>
  readonly dispatcher: Dispatcher
  plan(language: Language): Plan
  /** It came with the product. */
  isShipped(plugin: string): boolean
  publicSettings(): Readonly<Record<string, unknown>>
  isReady(): boolean
  readonly demo: MountCalls | null
}

/** The kernel's own calls: session, settings, plan, custom code, health, figures, API description. */
export async function createKernelApp(deps: KernelAppDeps): Promise<FastifyInstance> {
  const { core, child, gate } = deps
  const app = createChildApp('kernel', child)
  compressReplies(app)
  const answers = createSessionAnswers({
    parts: createSessionParts({ gate, clock: systemClock, log: core.log, onLate: core.meter.late }),
    notices: core.notices,
    clock: systemClock,
    hooks: deps.hooks,
  })
  const session = { child, sessions: core.sessions, messages: child.messages, answers }
  mountSessionCall(app, session)
  deps.dispatcher.shorten(SESSION_PATH, createSessionShortcut(session))
  mountSystemCalls(app, {
    child,
    meter: core.meter,
    plan: deps.plan,
    settings: deps.publicSettings,
    customCode: (kind) => customCode(core, kind),
    isReady: async () => deps.isReady() && (await isAnswering(core)),
    openApi: () => {
      const endpoints = deps.dispatcher.mounted().flatMap((mounted) => endpointsOf(mounted.app))
      return describeApi(endpoints, { title: 'Spawnpoint', version: VERSION, origin: core.config.origin })
    },
  })
  deps.packaged.mountCalls(app, {
    child,
    gate,
    enabled: deps.plugins.enabled,
    sync: deps.plugins.sync,
    isShipped: deps.isShipped,
  })
  deps.demo?.(app, core.sessions)
  await app.ready()
  return app
}

const isAnswering = (core: Core) =>
  core.pool.query('select 1').then(
    () => true,
    () => false,
  )
