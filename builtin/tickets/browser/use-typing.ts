import { setTypingState } from '@spawnpoint/contracts/tickets'
import { useHost } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useRef } from 'react'

const REPEAT_MS = 5_000

/** Tells other staff at most every five seconds that the reader types. */
export function useTyping(id: string) {
  const { clock } = useHost()
  const set = useAction(setTypingState)
  const told = useRef(0)
  const tell = (typing: boolean) => {
    told.current = typing ? clock.now() : 0
    // It is a courtesy: the reply itself is checked when it is sent.
    set.mutateAsync({ params: { id }, body: { typing } }).catch(() => undefined)
  }
  return {
    typed() {
      if (clock.now() - told.current >= REPEAT_MS) tell(true)
    },
    stopped() {
      if (told.current > 0) tell(false)
    },
  }
}
