import type { HeadTag } from '@spawnpoint/sdk/server'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { OWN_PATHS } from '../../common/own-paths.ts'
import {
  PAGE_MARKS,
  PLAN_ELEMENT,
  type Language,
  type PageParts,
  type Plan,
  wrapFirstView,
  htmlLanguage,
} from '../../common/plan.ts'
import type { AsyncRequestHandler } from '../http/dispatcher.ts'
import { readCookie } from '../sessions/cookies.ts'
import { pageHeaders, redirectHeaders } from './page-headers.ts'
import { pageLanguage } from './page-language.ts'
import {
  compileTemplate,
  escapeHtml,
  escapeJson,
  fontsBehindView,
  headHtml,
  type PageFill,
} from './page-template.ts'
import { placeEntry } from './page-entry.ts'
import { placeStyles } from './page-style.ts'
import { findPreloads, preloadTags } from './preloads.ts'
import { originExpression, pagePolicy, type MakePolicy } from './policy.ts'
import { createRouteIndex, type FoundRoute, type RouteIndex } from './route-index.ts'
import { sendCompressed } from './send-compressed.ts'

export interface LoadedPage {
  readonly parts: PageParts
  readonly fill: (fill: PageFill) => string
  /** The same for a page with a first view, where that is laid out in another way. */
  readonly fillWithView?: (fill: PageFill) => string
}

/** Everything that added plugins bring into the page. */
export interface PageAdditions {
  /** The text of the import map, and its base64 SHA-256 for the policy. */
  readonly importMap: { readonly text: string; readonly hash: string }
  /** Hosts that an operator has granted to them. */
  readonly grants: readonly string[]
}

export interface PageOptions {
  /** Scheme, host and port that browsers use. */
  readonly origin: string
  /** Only staff may open a page in safe mode. */
  isStaff(cookieHeader: string | undefined): Promise<boolean>
  /** Safe mode leaves run-time plugins out. */
  plan(safeMode: boolean, language: Language): Plan | Promise<Plan>
  additions(parts: PageParts, plan: Plan): PageAdditions
  /** Tags that a plugin adds to the head. */
  headTags?(): readonly HeadTag[]
  /** The address outside of the product that a path without a page leads to. */
  findRedirect?(path: string, isOpened: boolean): Promise<string | null>
  /** Whether the operator's stylesheet has anything in it; taken for true where nobody can tell. */
  hasCustomStyle?(): boolean
}

interface PlanView extends PageAdditions {
  readonly version: number
  readonly find: RouteIndex
}

/** Computed once per state of the plugins, not per answer. */
function planViews(additions: PageOptions['additions']) {
  const views = new Map<boolean, PlanView>()
  return (plan: Plan, parts: PageParts): PlanView => {
    const known = views.get(plan.safeMode)
    if (known?.version === plan.version) return known
    const view = { version: plan.version, find: createRouteIndex(plan), ...additions(parts, plan) }
    views.set(plan.safeMode, view)
    return view
  }
}

const titleOf = ({ settings }: Plan) => {
  const name = settings['app_name']
  return typeof name === 'string' && name !== '' ? name : 'Spawnpoint'
}

const isThere = (path: string, found: FoundRoute | null): boolean =>
  OWN_PATHS.includes(path) || (found !== null && found.route.wellKnown !== 'not-found')

const isOpened = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && !`${headers['sec-purpose'] ?? ''}`.includes('prefetch')

const firstViewOf = (
  parts: PageParts,
  found: FoundRoute | null,
  { language, title }: { language: string; title: string },
): string => {
  const views = found?.route.wellKnown ? parts.firstViews[found.route.wellKnown] : undefined
  const view = views?.[language] ?? views?.['en']
  if (view === undefined) return ''
  return wrapFirstView(view.replaceAll(PAGE_MARKS.title, () => title))
}

/** One request for a page, and what the page is made of. */
interface Visit extends LoadedPage, Pick<PlanView, 'importMap' | 'grants'> {
  readonly request: IncomingMessage
  readonly path: string
  readonly language: Language
  readonly plan: Plan
  readonly found: FoundRoute | null
}

type HandlerOptions = PageOptions & {
  load(url: string): LoadedPage | Promise<LoadedPage>
  readonly policy: MakePolicy
}

async function openVisit(
  options: HandlerOptions,
  viewOf: ReturnType<typeof planViews>,
  request: IncomingMessage,
): Promise<Visit> {
  const url = URL.parse(`http://page${request.url ?? '/'}`) ?? new URL('http://page/')
  const language = pageLanguage(request.headers)
  const isSafeMode =
    url.searchParams.get('safe-mode') === '1' && (await options.isStaff(request.headers.cookie))
  const plan = await options.plan(isSafeMode, language)
  const page = await options.load(request.url ?? '/')
  const { find, importMap, grants } = viewOf(plan, page.parts)
  return {
    ...page,
    request,
    path: url.pathname,
    language,
    plan,
    found: find(url.pathname),
    importMap,
    grants,
  }
}

/** Fills the page in, and makes the policies that fit it. */
function renderPage(options: HandlerOptions, visit: Visit) {
  const { request, language, plan, parts, found, importMap, grants } = visit
  const messages = language.toLowerCase()
  const signedIn = readCookie(request.headers.cookie, 'user_token') !== null
  const title = escapeHtml(titleOf(plan))
  const firstView = signedIn ? '' : firstViewOf(parts, found, { language: messages, title })
  const hasFirstView = firstView !== ''
  const { safeMode } = plan
  const hasCustomStyle = options.hasCustomStyle?.() ?? true
  const styles = placeStyles({ style: parts.style, hasFirstView, hasCustomStyle, safeMode })
  const nonce = randomBytes(18).toString('base64')
  const preloads = preloadTags(findPreloads({ parts, plan, found, messages, signedIn }), nonce)
  const fetched = styles.body + preloads
  const entry = placeEntry({ entry: parts.entry, hasFirstView, fetched, safeMode, nonce })
  const fill = (hasFirstView && visit.fillWithView) || visit.fill
  const html = fill({
    nonce,
    language: htmlLanguage(language),
    title,
    head: headHtml(options.headTags?.() ?? []),
    importMap: `<script type="importmap" nonce="${nonce}">${importMap.text}</script>`,
    plan: entry.fetchesPlan
      ? ''
      : `<script type="application/json" id="${PLAN_ELEMENT}">${escapeJson(plan)}</script>`,
    customStyle: styles.head,
    preload: entry.preload,
    firstView,
    entry: entry.body,
  })
  const policies = options.policy({
    nonce,
    origin: originExpression(options.origin, request.headers.host),
    importMapHash: importMap.hash,
    starterHash: entry.hash,
    styleHash: styles.hash,
    grants,
  })
  return { html, policies }
}

/** Answers every path with the page. `load` is asked per answer: in development the page changes. */
export function createPageHandler(options: HandlerOptions): AsyncRequestHandler {
  const secure = options.origin.startsWith('https:')
  const viewOf = planViews(options.additions)
  return async (request, response) => {
    const visit = await openVisit(options, viewOf, request)
    const isPage = isThere(visit.path, visit.found)
    const elsewhere = isPage ? null : await options.findRedirect?.(visit.path, isOpened(request))
    if (elsewhere) {
      response.writeHead(302, { ...redirectHeaders(secure), location: elsewhere }).end()
      return true
    }
    const { html, policies } = renderPage(options, visit)
    await sendCompressed(request, response, {
      status: isPage ? 200 : 404,
      headers: pageHeaders({ secure, policies }),
      body: html,
    })
    return true
  }
}

/** The page as built: one HTML for every path, filled in per answer. */
export function createPage({
  parts,
  ...options
}: PageOptions & { readonly parts: PageParts }): AsyncRequestHandler {
  const page: LoadedPage = {
    parts,
    fill: compileTemplate(parts.html),
    fillWithView: compileTemplate(fontsBehindView(parts.html)),
  }
  return createPageHandler({ ...options, load: () => page, policy: pagePolicy })
}
