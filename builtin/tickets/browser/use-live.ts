import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { useEffect, useEffectEvent } from 'react'

/** Reports changes of a ticket as they happen. Where the stream fails, the page's own polling goes on alone. */
export function useLive({ path }: Pick<AnyEndpoint, 'path'>, ticket: string, onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (typeof EventSource === 'undefined' || ticket === '') return
    let source: EventSource | null = null
    const open = () => {
      source = new EventSource(`${path}?ticket=${encodeURIComponent(ticket)}`)
      // The first event comes at once, for what happened without a stream.
      source.addEventListener('change', () => changed())
    }
    const close = () => {
      source?.close()
      source = null
    }
    // A browser opens few connections to one host: a page that is not looked at keeps none.
    const follow = () => {
      if (document.visibilityState === 'hidden') close()
      else if (!source) open()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [path, ticket])
}
