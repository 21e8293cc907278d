import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import { startFailed } from './session-answer.ts'

export interface SessionReaction {
  /** Message key under `shell.session`, with `.title`, `.text` and maybe `.footer`. */
  readonly dialog?: 'unavailable' | 'expired' | 'startFailed'
  readonly goTo: Extract<WellKnownRoute, 'verify' | 'login'>
  /** False where no session response came, so that nothing was said about the session. */
  readonly clears: boolean
}

const reactions: Readonly<Record<string, SessionReaction>> = {
  TW0_FA_BLOCKED: { goTo: 'verify', clears: true },
  SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: true },
  [startFailed]: { dialog: 'startFailed', goTo: 'login', clears: false },
}

const otherwise: SessionReaction = { dialog: 'expired', goTo: 'login', clears: true }

export const reactionTo = (code: string): SessionReaction =>
  Object.hasOwn(reactions, code) ? (reactions[code] ?? otherwise) : otherwise
