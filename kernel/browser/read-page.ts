import { PLAN_ELEMENT, PLAN_PATH, type Plan } from '../common/plan.ts'

export interface Page {
  /** Data the server put into the page; empty when missing or broken, which the shell survives. */
  readonly plan: Plan
  /** Script addresses whose hash the import map holds, and folders whose imports it maps. */
  readonly listed: ReadonlySet<string>
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
const fetchPlan = async (window: Window): Promise<unknown> => {
  for (let time = 1; time <= tries; time += 1) {
    try {
      return await (await window.fetch(PLAN_PATH)).json()
    } catch {
      // No network for a moment, or a server that starts again.
      await new Promise((resolve) => void window.setTimeout(resolve, pauseMs * time))
    }
  }
  return null
}

export const readPage = async (window: Window): Promise<Page> => {
  const { document } = window
  const element = document.getElementById(PLAN_ELEMENT)
  const plan = element ? parse(element) : await fetchPlan(window)
  return {
    plan: isPlan(plan) ? plan : emptyPlan,
    listed: listedIn(parse(document.querySelector('script[type="importmap"]'))),
  }
}
