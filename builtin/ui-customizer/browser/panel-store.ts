import { createStore } from '@spawnpoint/sdk/browser'

/** Where changes are kept besides this tab: in the account, or in this browser alone. */
export type Scope = 'account' | 'device'

export interface PanelState {
  readonly isOpen: boolean
  readonly scope: Scope
  /** The place where settings are kept is known, and changes are saved there. */
  readonly isReady: boolean
  readonly saving: 'idle' | 'waiting' | 'saved' | 'failed'
}

/** The one panel of the tab; the button, the menu entry and the account page open it. */
export const panel = createStore<PanelState>(() => ({
  isOpen: false,
  scope: 'account',
  isReady: false,
  saving: 'idle',
}))
