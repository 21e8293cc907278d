import { connection, useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useRef, useState } from 'react'
import { startReconnectLoop, type ServerState } from './reconnect-loop.ts'

export interface Reconnect {
  readonly state: ServerState
  /** Whether the server has failed to answer while this page was open. */
  readonly wasAway: boolean
  readonly tryNow: () => void
}

export const useReconnect = (): Reconnect => {
  const host = useHost()
  const [seen, setSeen] = useState<{ state: ServerState; wasAway: boolean }>({
    state: 'trying',
    wasAway: false,
  })
  const loop = useRef<ReturnType<typeof startReconnectLoop> | null>(null)
  useEffect(() => {
    const started = startReconnectLoop(host, (state) =>
      setSeen((last) => ({ state, wasAway: last.wasAway || state === 'away' })),
    )
    loop.current = started
    addEventListener('online', started.askNow)
    return () => {
      removeEventListener('online', started.askNow)
      started.stop()
    }
  }, [host])
  const isBack = seen.state === 'back'
  useEffect(() => {
    if (isBack) connection.restore()
  }, [isBack])
  const tryNow = () => {
    setSeen((last) => ({ ...last, state: 'trying' }))
    loop.current?.askNow()
  }
  return { ...seen, tryNow }
}
