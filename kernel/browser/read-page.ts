import { PLAN_ELEMENT, type Plan } from '../common/plan.ts'

export interface Page {
  /** What the server put into the page; empty when it is missing or broken, which the shell survives. */
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

const isPlan = (value: unknown): value is Plan =>
  typeof value === 'object' && value !== null && 'plugins' in value && Array.isArray(value.plugins)

const keysAt = (map: unknown, part: string): readonly string[] => {
  const found: unknown = typeof map === 'object' && map !== null ? Reflect.get(map, part) : null
  return typeof found === 'object' && found !== null ? Object.keys(found) : []
}

const listedIn = (map: unknown): ReadonlySet<string> =>
  new Set([...keysAt(map, 'integrity'), ...keysAt(map, 'scopes')])

export const readPage = (document: Document): Page => {
  const plan = parse(document.getElementById(PLAN_ELEMENT))
  return {
    plan: isPlan(plan) ? plan : emptyPlan,
    listed: listedIn(parse(document.querySelector('script[type="importmap"]'))),
  }
}
