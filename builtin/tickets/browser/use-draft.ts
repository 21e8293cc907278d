import { readDraft, saveDraft } from '@spawnpoint/contracts/tickets'
import { useHost } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 700

export interface Draft {
  readonly subject: string
  readonly body: string
}

/** The text that was not sent, as it is kept on the server; undefined until it is loaded. */
export function useStoredDraft(ticket?: string): Draft | null | undefined {
  const { data, isError } = useEndpoint(readDraft, { query: ticket === undefined ? {} : { ticket } })
  // Without what was kept one can still write.
  return isError ? null : data?.draft
}

/** Saves a draft, and remembers it for the next visit of the page. */
const useSave = (ticket: string | undefined) => {
  const save = useAction(saveDraft, {
    onReply: (_reply, cache, { body }) =>
      cache.update(readDraft, (answer, input) =>
        input?.query?.ticket === body?.ticket
          ? { ...answer, draft: { subject: body?.subject ?? '', body: body?.body ?? '' } }
          : answer,
      ),
  })
  return (draft: Draft) =>
    save.mutateAsync({ body: ticket === undefined ? draft : { ...draft, ticket } }).then(
      () => true,
      () => false,
    )
}

/**
 * Keeps what is typed on the server, a moment after each pause. `state` says how that stands; `drop` ends it where the
 * text was sent.
 */
export function useKeepDraft(ticket?: string) {
  const { clock } = useHost()
  const save = useSave(ticket)
  const pending = useRef<Draft | null>(null)
  const timer = useRef<number>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'saved' | 'failed'>('idle')
  useUnsavedGuard(state === 'waiting' || state === 'failed')
  const stop = () => {
    if (timer.current !== null) clock.clearTimeout(timer.current)
    timer.current = null
  }
  const flush = async () => {
    const draft = pending.current
    if (!draft) return
    pending.current = null
    const isSaved = await save(draft)
    // More may have been typed meanwhile.
    if (pending.current === null) setState(isSaved ? 'saved' : 'failed')
  }
  const leave = useEffectEvent(() => {
    stop()
    void flush()
  })
  useEffect(() => () => leave(), [])
  return {
    state,
    keep(draft: Draft) {
      pending.current = draft
      setState('waiting')
      stop()
      timer.current = clock.setTimeout(() => void flush(), PAUSE_MS)
    },
    drop() {
      pending.current = null
      stop()
      setState('idle')
    },
  }
}
