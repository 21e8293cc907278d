import type { ConsoleEvent } from '@spawnpoint/contracts/panel'
import { watchAnyConsole, watchConsole } from '@spawnpoint/contracts/servers'
import { useEffect, useState } from 'react'
import { createConsole, type Console } from './console-store.ts'

const names = ['snapshot', 'lines', 'stats', 'game', 'link'] as const

const follow = (path: string, { apply, lose, refuse }: Console): EventSource => {
  const source = new EventSource(path)
  for (const name of names)
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      // The product's own server writes these events, by the types of its contract.
      apply({ name, data: JSON.parse(data) } as ConsoleEvent)
    })
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) refuse()
    else lose()
  })
  return source
}

/** Follows the console of a server while the page is looked at: what was missed comes with the next snapshot. */
export const useConsole = (id: string, isOwn: boolean): Console => {
  const [shown] = useState(createConsole)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    const path = isOwn ? watchConsole.path : watchAnyConsole.path
    const open = () => {
      source = follow(path.replace(':id', encodeURIComponent(id)), shown)
    }
    const close = () => {
      source?.close()
      source = null
    }
    // A browser opens few connections to one host: a page that is not looked at keeps none.
    const look = () => {
      if (document.visibilityState === 'hidden') close()
      else if (!source) open()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      close()
    }
  }, [id, isOwn, shown])
  return shown
}
