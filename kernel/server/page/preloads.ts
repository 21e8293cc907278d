import { ADMIN_MESSAGES } from '../../common/messages.ts'
import type { PageParts, Plan } from '../../common/plan.ts'
import type { FoundRoute } from './route-index.ts'
import { escapeHtml } from './page-template.ts'

export interface Preload {
  readonly url: string
  /** Null for a message file, which is data. */
  readonly integrity: string | null
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

/** Messages for everybody, and those of the administration for its pages. */
const messageParts = ({ found, signedIn }: PreloadInput): readonly string[] =>
  signedIn && found?.route.area === 'admin' ? ['', ADMIN_MESSAGES] : ['']

/**
 * Files the entry requests first: the messages (English, then the chosen language), the page of this path, and the frame
 * around it.
 */
export function findPreloads(input: PreloadInput): Preload[] {
  const { parts, plan, messages } = input
  const names = messageParts(input).flatMap((part) => [`en${part}`, `${messages}${part}`])
  const locales = names.map((each) => parts.locales[each]).filter((url) => url !== undefined)
  const brought = Object.assign({}, ...plan.plugins.map(({ integrity }) => integrity ?? {})) as Record<
    string,
    string
  >
  const frame = input.signedIn ? (parts.signedIn ?? []) : []
  const scripts = [...new Set([...routeScripts(input), ...frame])].flatMap((url) => {
    const integrity = parts.integrity[url] ?? brought[url]
    return integrity === undefined ? [] : [{ url, integrity }]
  })
  return [...[...new Set(locales)].map((url) => ({ url, integrity: null })), ...scripts]
}

export const preloadTags = (preloads: readonly Preload[], nonce: string): string =>
  preloads
    .map(({ url, integrity }) =>
      integrity === null
        ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}">`
        : `<link rel="modulepreload" crossorigin href="${escapeHtml(url)}" integrity="${escapeHtml(integrity)}" nonce="${nonce}">`,
    )
    .join('')
