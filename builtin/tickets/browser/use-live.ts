import type { Viewer } from '@spawnpoint/contracts/tickets'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { useEffect, useEffectEvent, useState } from 'react'

const readViewers = (data: string): readonly Viewer[] => {
  // Our own server wrote it.
  const { people } = JSON.parse(data) as { readonly people: readonly Viewer[] }
  return people
}

/**
 * Reports changes of a ticket as they happen. Where the stream fails, the page's own polling goes on alone.
 * Gives the other people of staff who have the ticket open.
 */
export function useLive(
  { path }: Pick<AnyEndpoint, 'path'>,
  ticket: string,
  onChange: () => void,
): readonly Viewer[] {
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (typeof EventSource === 'undefined' || ticket === '') return
    let source: EventSource | null = null
    const open = () => {
      source = new EventSource(`${path}?ticket=${encodeURIComponent(ticket)}`)
      // The first event comes at once, for what happened without a stream.
      source.addEventListener('change', () => changed())
      source.addEventListener('presence', ({ data }) => setViewers(readViewers(data)))
      // Without a stream nobody knows who is still there.
      source.addEventListener('error', () => setViewers([]))
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
  return viewers
}
