import type { PlanPlugin } from '../common/plan.ts'

/** Adds nothing, until told what. */
export const noContributions: PlanPlugin['contributes'] = {
  routes: [],
  nav: [],
  adminPages: [],
  slots: [],
  widgets: [],
  debugTabs: [],
  customisationTabs: [],
  commands: [],
}

type Parts = Omit<Partial<PlanPlugin>, 'contributes'> & {
  readonly contributes?: Partial<PlanPlugin['contributes']>
}

/** A built-in of a plan, unless told otherwise. */
export const planPlugin = (id: string, { contributes, ...over }: Parts = {}): PlanPlugin => ({
  id,
  version: '1.0.0',
  title: id,
  kind: 'builtin',
  removable: true,
  contributes: { ...noContributions, ...contributes },
  boot: null,
  modules: {},
  locales: {},
  labels: {},
  ...over,
})
