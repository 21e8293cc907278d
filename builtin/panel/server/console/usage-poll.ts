import { isPanelError } from '../../contract/panel-error.ts'
import type { PanelLive, PanelUsage } from '../../contract/panel.ts'
import type { RelayTimers } from './relay-timers.ts'

/** The panel keeps what it says for so long. */
const pollMs = 20_000

interface PollDeps {
  find(): Promise<{ readonly live: PanelLive; readonly uuid: string }>
  readonly timers: RelayTimers
  show(usage: PanelUsage): void
}

/** Asks the panel for state and use while there is no socket to the node. */
export function createUsagePoll({ find, timers, show }: PollDeps) {
  let turn = 0
  let isOn = false
  let undo: (() => void) | null = null
  const ask = async (own: number): Promise<void> => {
    try {
      const { live, uuid } = await find()
      const usage = await live.usage(uuid)
      if (own === turn) show(usage)
    } catch (error) {
      // The socket's own notice says what is wrong.
      if (!isPanelError(error)) throw error
    }
    if (own === turn) undo = timers.after(pollMs, () => void ask(own))
  }
  return {
    start() {
      if (isOn) return
      isOn = true
      turn += 1
      void ask(turn)
    },
    stop() {
      isOn = false
      turn += 1
      undo?.()
      undo = null
    },
  }
}
