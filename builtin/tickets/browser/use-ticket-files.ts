import {
  attachFile,
  attachStaffFile,
  readDraft,
  removeFile,
  ticketFileBounds,
  type TicketFile,
} from '@spawnpoint/contracts/tickets'
import { createUploads, sendFile, useExplain, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { useEffect, useState } from 'react'
import type { FileView } from './message-files.tsx'

const isRunning = (state: string) => state === 'waiting' || state === 'sending'

/** Files for the next message: those that the server has, and those on their way. */
export function useTicketFiles(view: FileView, ticket?: string) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { data, refetch } = useEndpoint(readDraft, { query: ticket === undefined ? {} : { ticket } })
  const removal = useAction(removeFile, { refreshes: [readDraft] })
  const [uploads] = useState(() =>
    createUploads<TicketFile>((file, { onProgress, signal }) =>
      sendFile(view === 'own' ? attachFile : attachStaffFile, {
        file,
        fields: ticket === undefined ? {} : { ticket },
        onProgress,
        signal,
      }),
    ),
  )
  const items = useStore(uploads.items)
  const kept = data?.files ?? []
  const done = items.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])
  useEffect(() => () => uploads.stop(), [uploads])
  // An upload stays on the list until the server lists its file.
  const sent = items.flatMap(({ reply }) => (reply && !kept.some(({ id }) => id === reply.id) ? [reply] : []))
  const files = [...kept, ...sent]
  const takeOff = (id: string) => {
    for (const { key, reply } of items) if (reply?.id === id) uploads.remove(key)
  }
  return {
    files,
    pending: items.filter(({ state }) => state !== 'done'),
    isSending: items.some(({ state }) => isRunning(state)),
    retry: uploads.retry,
    cancel: uploads.remove,
    add(added: readonly File[]) {
      const room =
        ticketFileBounds.ofMessage - files.length - items.filter(({ state }) => state !== 'done').length
      if (added.length > room)
        host.notify.toast({ title: t('files.most', { count: ticketFileBounds.ofMessage }), tone: 'danger' })
      uploads.add(added.slice(0, Math.max(0, room)))
    },
    remove(id: string) {
      takeOff(id)
      removal
        .mutateAsync({ params: { id } })
        .catch((error: unknown) => host.notify.toast({ title: explain(error), tone: 'danger' }))
    },
    /** They were sent with a message. */
    clear() {
      for (const { key, state } of items) if (state === 'done') uploads.remove(key)
    },
  }
}

export type TicketFiles = ReturnType<typeof useTicketFiles>
