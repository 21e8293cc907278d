import type { LogService, ProcessMessagesService } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { gameStates, type GameState } from '../../contract/console.ts'

const TOPIC = 'panel:game-state'

/** Null: a power signal went out, and nothing is known until the panel can know better. */
const messageSchema = z.object({ panelId: z.int(), state: z.enum(gameStates).nullable() })

interface SharedStatesDeps {
  readonly messages: ProcessMessagesService
  readonly log: LogService
  hear(panelId: number, state: GameState | null): void
}

/** Makes the state of a game that one process learns known to all of them at once. */
export function shareGameStates({ messages, log, hear }: SharedStatesDeps) {
  const stop = messages.on(TOPIC, (text) => {
    const { panelId, state } = messageSchema.parse(JSON.parse(text))
    hear(panelId, state)
  })
  return {
    stop,
    announce(panelId: number, state: GameState | null) {
      // Without it the others ask the panel within half a minute.
      messages
        .send(TOPIC, JSON.stringify({ panelId, state }))
        .catch((error: unknown) => log.warn({ err: error }, 'game state not shared'))
    },
  }
}
