import { defineEndpoint, ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { addressPrefix } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Language, Plan } from '../../common/plan.ts'
import { pageLanguage } from '../page/page-language.ts'
import { mountEndpoint, type ChildDeps } from './child-app.ts'
import { failureAnswer, kernelFailure, RETRY_AFTER_SECONDS } from './failure.ts'
import type { Meter } from '../services/meter.ts'

const anything = z.record(z.string(), z.unknown())

export const readSettings = defineEndpoint({
  method: 'GET',
  path: '/api/system/settings',
  summary: 'Public settings of the instance',
  access: { public: 'the log-in page shows name, language and flags' },
  reply: z.object({ settings: anything }),
})

export const readPlan = defineEndpoint({
  method: 'GET',
  path: '/api/system/plan',
  summary: 'The enabled plugins, as data',
  access: { public: 'the page carries the same plan' },
  reply: z.looseObject({ version: z.number() }),
})

export interface SystemCallDeps {
  readonly child: ChildDeps
  readonly meter: Meter
  plan(language: Language): Plan
  settings(): Readonly<Record<string, unknown>>
  customCode(kind: 'css' | 'js'): string
  isReady(): Promise<boolean>
  openApi(): object
}

const REPORTS_A_MINUTE = 30
const PUBLIC = { public: 'part of every page' } as const

function sendCode(reply: FastifyReply, ifNoneMatch: string | undefined, type: string, text: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (ifNoneMatch === etag) return reply.code(304).send()
  return reply.type(type).send(text)
}

/** The kernel's own calls beside the session. */
export function mountSystemCalls(app: FastifyInstance, deps: SystemCallDeps): void {
  mountEndpoint(app, 'kernel', deps.child, readSettings, async () => ({ settings: { ...deps.settings() } }))
  mountEndpoint(app, 'kernel', deps.child, readPlan, async ({ request }) => ({
    ...deps.plan(pageLanguage(request.headers)),
  }))

  app.get('/api/system/custom.css', { config: { access: PUBLIC } }, async (request, reply) =>
    sendCode(reply, request.headers['if-none-match'], 'text/css; charset=utf-8', deps.customCode('css')),
  )
  app.get('/api/system/custom.js', { config: { access: PUBLIC } }, async (request, reply) =>
    sendCode(
      reply,
      request.headers['if-none-match'],
      'text/javascript; charset=utf-8',
      deps.customCode('js'),
    ),
  )

  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, String(body)),
  )
  app.post(
    '/api/system/csp-reports',
    { config: { access: { public: 'browsers report what the policy stopped', origin: 'signature' } } },
    async (request, reply) => {
      const rule = { max: REPORTS_A_MINUTE, perSeconds: 60 }
      // Anybody may send them: without a limit anybody could fill the log.
      if (!(await deps.child.limits.take(`csp:${addressPrefix(request.ip)}`, rule)))
        throw kernelFailure('RATE_LIMITED')
      deps.meter.policyReport()
      request.log.warn(
        { report: String(request.body).slice(0, 2_000) },
        'the content policy stopped something',
      )
      return reply.code(204).send()
    },
  )

  app.get('/api/health/live', { config: { access: { public: 'for the supervisor' } } }, async () => ({
    success: true,
  }))
  app.get(
    '/api/health/ready',
    { config: { access: { public: 'for the proxy' } } },
    async (request, reply) => {
      if (await deps.isReady()) return { success: true }
      // Not thrown: a proxy asks each few seconds while a process stops, and none of it is a call that failed.
      const failure = kernelFailure('UNAVAILABLE')
      const message = deps.child.messages.failure('kernel', failure.code)
      return reply
        .code(failure.status)
        .header('retry-after', RETRY_AFTER_SECONDS)
        .send(failureAnswer(failure, message, String(request.id)))
    },
  )
  app.get('/api/docs', { config: { access: { permission: ROOT_PERMISSION } } }, async () => deps.openApi())
  deps.meter.mount(app)
}
