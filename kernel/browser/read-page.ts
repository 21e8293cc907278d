import { PLAN_ELEMENT, PLAN_PATH, type Plan } from '../common/plan.ts'

export interface Page {
  /** Data the server put into the page; empty when missing or broken, which the shell survives. */
  readonly plan: Plan
  /** Script addresses whose hash the import map holds, and folders whose imports it maps. */
  readonly listed: ReadonlySet<string>
  /** Fetches data: the answer that is on its way already, where the page preloads it. */
  readonly fetchData: FetchData
}

type FetchData = (url: string) => Promise<Response>

/** Behind a first view the script that starts the application has read the preloads already. */
type Preload = HTMLLinkElement & { readonly answer?: Promise<Response> }

/**
 * Reads all data that the page preloads, needed or not: the browser warns of a preload that nothing has read soon after
 * the load event, and another language, a refused page or a slow script would leave one waiting.
 */
const readPreloads = (window: Window): FetchData => {
  const links = [...window.document.querySelectorAll<Preload>('link[as="fetch"]')]
  const answers = new Map(links.map(({ href, answer }) => [href, answer ?? window.fetch(href)]))
  // A failure is reported to the caller that needs the answer.
  for (const answer of answers.values()) answer.catch(() => undefined)
  return (url) => {
    const { href } = new URL(url, window.location.href)
    const answer = answers.get(href) ?? window.fetch(href)
    // The next one asks again.
    answers.delete(href)
    return answer
  }
}

const emptyPlan: Plan = { version: 0, plugins: [], settings: {}, safeMode: false }

const parse = (element: Element | null): unknown => {
  try {
    return JSON.parse(element?.textContent ?? 'null')
  } catch {
    return null
  }
}

export const isPlan = (value: unknown): value is Plan =>
  typeof value === 'object' && value !== null && 'plugins' in value && Array.isArray(value.plugins)

const keysAt = (map: unknown, part: string): readonly string[] => {
  const found: unknown = typeof map === 'object' && map !== null ? Reflect.get(map, part) : null
  return typeof found === 'object' && found !== null ? Object.keys(found) : []
}

const listedIn = (map: unknown): ReadonlySet<string> =>
  new Set([...keysAt(map, 'integrity'), ...keysAt(map, 'scopes')])

const tries = 3
const pauseMs = 1000

/** A page with a first view is painted without its plan, which follows. */
const fetchPlan = async (window: Window, fetchData: FetchData): Promise<unknown> => {
  for (let time = 1; time <= tries; time += 1) {
    try {
      return await (await fetchData(PLAN_PATH)).json()
    } catch {
      // No network for a moment, or a server that starts again.
      await new Promise((resolve) => void window.setTimeout(resolve, pauseMs * time))
    }
  }
  return null
}

export const readPage = async (window: Window): Promise<Page> => {
  const { document } = window
  const fetchData = readPreloads(window)
  const element = document.getElementById(PLAN_ELEMENT)
  const plan = element ? parse(element) : await fetchPlan(window, fetchData)
  return {
    plan: isPlan(plan) ? plan : emptyPlan,
    listed: listedIn(parse(document.querySelector('script[type="importmap"]'))),
    fetchData,
  }
}
