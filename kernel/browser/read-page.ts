import { PLAN_ELEMENT, type Plan } from '../common/plan.ts'

export interface Page {
  /** What the server put into the page; empty when it is missing or broken, which the shell survives. */
  readonly plan: Plan
  /** Script addresses whose hash the import map holds. */
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

const listedIn = (map: unknown): ReadonlySet<string> => {
  const isMap = typeof map === 'object' && map !== null && 'integrity' in map
  const integrity: unknown = isMap ? map.integrity : null
  return new Set(typeof integrity === 'object' && integrity !== null ? Object.keys(integrity) : [])
}

export const readPage = (document: Document): Page => {
  const plan = parse(document.getElementById(PLAN_ELEMENT))
  return {
    plan: isPlan(plan) ? plan : emptyPlan,
    listed: listedIn(parse(document.querySelector('script[type="importmap"]'))),
  }
}
