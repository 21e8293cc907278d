import type { IncomingMessage } from 'node:http'
import { pelicanCatalogueRoutes, pterodactylCatalogueRoutes } from './catalogue-routes.ts'
import type { PanelAnswer } from './panel-answer.ts'
import { notFound, PanelProblem, problem } from './panel-problem.ts'
import { findRoute, type PanelRoute } from './panel-route.ts'
import { finishInstallations, type PanelDialect, type PanelState } from './panel-state.ts'
import { serverRoutes } from './server-routes.ts'
import { userRoutes } from './user-routes.ts'

const prefix = '/api/application'
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
export type EmulatedPanel = { state: PanelState; dialect: PanelDialect; apiKey: string; buildDelayMs: number }

export const answerPanelCall = (panel: EmulatedPanel, call: Call): PanelAnswer => {
  const { state, dialect, apiKey, buildDelayMs } = panel
  const { method, url, body, now } = call
  try {
    if (!url.pathname.startsWith(`${prefix}/`)) throw notFound()
    if (call.authorization !== `Bearer ${apiKey}`)
      throw problem(401, 'AuthenticationException', 'Unauthenticated.')
    const found = findRoute(routesOf[dialect], method, url.pathname.slice(prefix.length).replace(/\/$/, ''))
    if (!found) throw notFound()
    finishInstallations(state, now)
    return found.route.handle({
      state,
      dialect,
      now,
      buildDelayMs,
      params: found.params,
      query: url.searchParams,
      body,
    })
  } catch (error) {
    if (!(error instanceof PanelProblem)) throw error
    return { status: error.status, body: { errors: error.errors } }
  }
}
