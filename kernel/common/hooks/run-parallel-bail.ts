import type { Ending, Run } from './hook-run.ts'
import { runSyncTap, startTap } from './hook-run.ts'

interface Slot {
  readonly result?: unknown
  readonly error?: unknown
}

/** The answer or error of the earliest tap that has one, once all before it have ended. */
const decide = (slots: readonly (Slot | undefined)[], limit: number, ending: Ending): boolean => {
  for (const slot of slots.slice(0, limit)) {
    if (!slot) return false
    if (slot.result !== undefined) {
      ending.answer(slot.result)
      return true
    }
    if (slot.error) {
      ending.fail(slot.error)
      return true
    }
  }
  return false
}

/** Starts all taps; the earliest in order that answers or fails decides, whichever is quickest. */
export const runParallelBail = (run: Run, ending: Ending): void => {
  const count = run.taps.length
  const slots = Array.from<Slot | undefined>({ length: count })
  let left = count
  let limit = count
  const skip = () => {
    left -= 1
    if (left === 0) ending.done()
  }
  const settle = (index: number, slot: Slot, decides: boolean) => {
    if (left <= 0) return
    if (index >= limit) {
      skip()
      return
    }
    // Later taps no longer matter once this one has spoken.
    if (decides) limit = index + 1
    slots[index] = slot
    if (decide(slots, limit, ending)) left = 0
    else skip()
  }
  const ended = (index: number) => (result: unknown) => settle(index, { result }, result !== undefined)
  const failed = (index: number) => (error: unknown) => settle(index, { error }, true)
  if (count === 0) ending.done()
  for (const [index, tap] of run.taps.entries()) {
    if (left <= 0) return
    if (index >= limit) {
      skip()
      continue
    }
    run.tell('tap', tap)
    if (tap.type !== 'sync') {
      startTap(run, tap, ended(index), failed(index))
      continue
    }
    const outcome = runSyncTap(run, tap)
    if (outcome.threw) failed(index)(outcome.error)
    else ended(index)(outcome.result)
  }
}
