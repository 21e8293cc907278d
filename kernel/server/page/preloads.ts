import { type PageParts, type Plan, wordsOfPlugin } from '../../common/plan.ts'
import type { FoundRoute } from './route-index.ts'
import { escapeHtml } from './page-template.ts'

export interface Preload {
  readonly url: string
  readonly integrity: string
}

interface PreloadInput {
  readonly parts: PageParts
  readonly plan: Plan
  readonly found: FoundRoute | null
  /** Language of the messages, in lower case. */
  readonly messages: string
  readonly signedIn: boolean
}

/** Whether the visitor will see this page: a guest is led away from others' pages, the others from a guest's. */
const willBeShown = ({ route }: FoundRoute, signedIn: boolean) =>
  route.area === 'public' || (route.area === 'guest') === !signedIn

function routeScripts({ parts, plan, found, signedIn }: PreloadInput): readonly string[] {
  const module = found?.route.module
  if (!found || module === undefined || !willBeShown(found, signedIn)) return []
  const built = parts.modules[found.plugin]?.[module]
  if (built) return built
  const url = plan.plugins.find(({ id }) => id === found.plugin)?.modules[module]
  return url ? [url] : []
}

/** What comes first, and for all but a guest's page the home page's words and those of this page's plugin. */
const wordParts = ({ found, signedIn }: PreloadInput): readonly string[] => {
  const area = found?.route.area
  if (!signedIn && area !== 'public') return ['']
  const own = found && willBeShown(found, signedIn) ? [wordsOfPlugin(found.plugin)] : []
  return ['', '-home', ...own, ...(area === 'admin' ? ['-resource'] : [])]
}

/** What the entry will ask for first: the words (English, then the chosen language) and the page of this path. */
export function findPreloads(input: PreloadInput): Preload[] {
  const { parts, plan, messages } = input
  const names = wordParts(input).flatMap((part) => [`en${part}`, `${messages}${part}`])
  const words = names.map((each) => parts.locales[each]).filter((url) => url !== undefined)
  const brought = Object.assign({}, ...plan.plugins.map(({ integrity }) => integrity ?? {})) as Record<
    string,
    string
  >
  return [...new Set([...words, ...routeScripts(input)])].flatMap((url) => {
    const integrity = parts.integrity[url] ?? brought[url]
    return integrity === undefined ? [] : [{ url, integrity }]
  })
}

export const preloadTags = (preloads: readonly Preload[], nonce: string): string =>
  preloads
    .map(
      ({ url, integrity }) =>
        `<link rel="modulepreload" crossorigin href="${escapeHtml(url)}" integrity="${escapeHtml(integrity)}" nonce="${nonce}">`,
    )
    .join('')
