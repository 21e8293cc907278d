import { defineEvent, defineService } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import type { PanelMode } from './endpoints.ts'
import type { Panel as GamePanel } from './panel.ts'

/** The game panel that the operator has connected, or the demonstration panel. */
export interface PanelService {
  /** The panel by the settings of this moment; rejects with a `PanelError` while none is connected. */
  current(): Promise<GamePanel>
  mode(): PanelMode
  /**
   * Notes that somebody here has a server on the connected panel: no demonstration stands in for it from then on, whatever
   * becomes of the settings. Nothing happens while the demonstration stands in.
   */
  keepReal(): Promise<void>
}

export { listFailureOf, panelListFailures, type PanelListFailure } from './schemas.ts'
export { askPanel } from './ask-panel.ts'
export { EggRules, preventsServers, type EggRulesService, type EggTrouble } from './egg-rules.ts'
export {
  gameStates,
  PanelConsoles,
  powerSignals,
  type ConsoleEvent,
  type ConsoleEvents,
  type ConsoleTarget,
  type GameState,
  type PanelConsolesService,
  type PowerSignal,
} from './console.ts'
export { getPanelAccount } from './panel-account.ts'
export { isPanelError, PanelError, type PanelFailure } from './panel-error.ts'
export type {
  NewPanelServer,
  Panel as GamePanel,
  PanelEgg,
  PanelEggVariable,
  PanelResources,
  PanelRoom,
  PanelServer,
  PanelUser,
} from './panel.ts'
export { panelStatus, testPanel, type PanelMode } from './endpoints.ts'
export { panelSettings } from './settings.ts'

export const Panel = defineService<PanelService>('panel.panel')

/** The panel can be tried again: it was changed, or accepts its key again. */
export const panelConnected = defineEvent('panel:connected', z.object({ demo: z.boolean() }))
/** The panel has refused its key three times in a row. */
export const panelKeyRefused = defineEvent('panel:key-refused', z.object({ url: z.string() }))
