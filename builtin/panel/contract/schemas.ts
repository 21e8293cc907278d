import type { PanelFailure } from './panel-error.ts'

export { choicesOf, findVariableProblem, isSwitch, type VariableProblem } from './egg-variables.ts'

/** Why the panel's locations, nests or eggs cannot be listed, as a form that offers them says it. */
export const panelListFailures = {
  PANEL_OFF: 409,
  PANEL_UNAVAILABLE: 502,
  PANEL_BUSY: 502,
  PANEL_KEY_REFUSED: 502,
  PANEL_MISSING: 502,
  PANEL_REFUSED: 502,
} as const

export type PanelListFailure = keyof typeof panelListFailures

/** The failure of a form by what went wrong at the panel. */
export const listFailureOf: Readonly<Record<PanelFailure, PanelListFailure>> = {
  unavailable: 'PANEL_UNAVAILABLE',
  'rate-limited': 'PANEL_BUSY',
  unauthorized: 'PANEL_KEY_REFUSED',
  'not-found': 'PANEL_MISSING',
  invalid: 'PANEL_REFUSED',
  conflict: 'PANEL_REFUSED',
  'unknown-outcome': 'PANEL_UNAVAILABLE',
}
