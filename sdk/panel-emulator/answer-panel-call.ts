import type { IncomingMessage } from 'node:http'
import { pelicanCatalogueRoutes, pterodactylCatalogueRoutes } from './catalogue-routes.ts'
import { clientRoutes } from './client-routes.ts'
import type { EmulatedWings } from './emulated-wings.ts'
import type { PanelAnswer } from './panel-answer.ts'
import { noRoute, PanelProblem, problem } from './panel-problem.ts'
import { findRoute, type PanelRoute } from './panel-route.ts'
import { finishInstallations, type PanelDialect, type PanelState } from './panel-state.ts'
import { serverRoutes } from './server-routes.ts'
import { userRoutes } from './user-routes.ts'

const prefixes = { application: '/api/application', client: '/api/client' } as const
const maxBodyBytes = 1_000_000

const routesOf: Record<PanelDialect, PanelRoute[]> = {
  pterodactyl: [...userRoutes, ...pterodactylCatalogueRoutes, ...serverRoutes],
  pelican: [...userRoutes, ...pelicanCatalogueRoutes, ...serverRoutes],
}

export const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBodyBytes) throw problem(413, 'PostTooLargeException', 'The request is too large.')
    chunks.push(bytes)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw problem(
      400,
      'BadRequestHttpException',
      'The JSON data passed in the request appears to be malformed.',
    )
  }
}

type Call = { method: string; url: URL; authorization: string | undefined; body: unknown; now: number }
export type EmulatedPanel = {
  state: PanelState
  dialect: PanelDialect
  apiKey: string
  clientKey: string
  buildDelayMs: number
  wings: EmulatedWings
  origin: () => string
}

export type PanelArea = keyof typeof prefixes

export const areaOf = (path: string): PanelArea | null => {
  if (path.startsWith(`${prefixes.application}/`)) return 'application'
  return path.startsWith(`${prefixes.client}/`) ? 'client' : null
}

const answerArea = (panel: EmulatedPanel, call: Call, area: PanelArea): PanelAnswer => {
  const { state, dialect, buildDelayMs } = panel
  const { method, url, body, now } = call
  const key = area === 'client' ? panel.clientKey : panel.apiKey
  if (call.authorization !== `Bearer ${key}`)
    throw problem(401, 'AuthenticationException', 'Unauthenticated.')
  const path = url.pathname.slice(prefixes[area].length).replace(/\/$/, '')
  const request = { state, dialect, now, buildDelayMs, query: url.searchParams, body }
  finishInstallations(state, now)
  if (area === 'client') {
    const found = findRoute(clientRoutes, method, path)
    if (!found) throw noRoute(url.pathname)
    const { wings, origin } = panel
    return found.route.handle({ ...request, params: found.params, wings, socketOrigin: origin() })
  }
  const found = findRoute(routesOf[dialect], method, path)
  if (!found) throw noRoute(url.pathname)
  return found.route.handle({ ...request, params: found.params })
}

export const answerPanelCall = (panel: EmulatedPanel, call: Call): PanelAnswer => {
  try {
    const area = areaOf(call.url.pathname)
    if (!area) throw noRoute(call.url.pathname)
    return answerArea(panel, call, area)
  } catch (error) {
    if (!(error instanceof PanelProblem)) throw error
    return { status: error.status, body: { errors: error.errors } }
  }
}
