import {
  listQueue,
  readCompensation,
  readDraft,
  readQueuedTicket,
  replyAsStaff,
  type TakenCompensation,
  type Viewer,
} from '@spawnpoint/contracts/tickets'
import {
  CallError,
  useCan,
  useExplain,
  useLocation,
  useRequestKey,
  useSingleKeys,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, Skeleton, Switch } from '@spawnpoint/sdk/ui'
import { Gift, Lock, MessageSquare, Send } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CompensationDialog } from './compensation-dialog.tsx'
import { PendingCompensation } from './compensation-line.tsx'
import { DraftLine } from './draft-line.tsx'
import { FileField } from './file-field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { NewerAlert } from './newer-alert.tsx'
import { ReplyPicker } from './reply-picker.tsx'
import { useCannedReply, variablesLeft } from './use-canned-reply.ts'
import { useTyping } from './use-typing.ts'
import { ViewersLine } from './viewers-line.tsx'
import { useKeepDraft, useStoredDraft } from './use-draft.ts'
import { useTicketFiles } from './use-ticket-files.ts'

type Shown = ReplyOf<typeof readQueuedTicket>

/** The last message to or from the customer. */
const lastOf = (messages: Shown['messages']): string | null =>
  messages.findLast(({ internal }) => !internal)?.id ?? null

/** Messages of others to or from the customer since. */
const newerThan = (messages: Shown['messages'], seen: string | null) =>
  messages.filter(({ id, internal, own }) => !internal && !own && BigInt(id) > BigInt(seen ?? '0'))

/** A reply that was taken back. */
export interface Undone {
  readonly text: string
  readonly compensation: TakenCompensation | null
}

interface ReplyProps extends Pick<Shown, 'ticket' | 'messages'> {
  readonly undone: Undone
  /** Other people of staff who have the ticket open. */
  readonly viewers: readonly Viewer[]
}

const showBox = (box: HTMLTextAreaElement | null) => {
  box?.focus()
  box?.scrollIntoView({ block: 'center' })
}

const offerOf = (granted: TakenCompensation | null) =>
  granted && { coins: granted.coins, days: granted.days, serverId: granted.serverId }

const isNewer = (error: unknown) => error instanceof CallError && error.code === 'TICKETS_NEWER'

const Editor = ({
  ticket: { id, status },
  messages,
  viewers,
  start,
}: Pick<ReplyProps, 'ticket' | 'messages' | 'viewers'> & { start: Undone }) => {
  const t = useT()
  const explain = useExplain()
  const withKey = useRequestKey()
  const isClosed = status === 'closed'
  const [body, setBody] = useState(start.text)
  const { hash } = useLocation()
  const asked = hash === '#reply' || hash === '#note'
  const [noting, setNoting] = useState(hash === '#note')
  // The last message when the text was begun: a later one may change the answer.
  const [seen, setSeen] = useState(lastOf(messages))
  const mayCompensate = useCan('admin.tickets.compensate')
  const [granted, setGranted] = useState(start.compensation)
  const [isGranting, setGranting] = useState(false)
  const send = useAction(replyAsStaff, {
    refreshes: [readQueuedTicket, listQueue, readDraft, readCompensation],
  })
  const draft = useKeepDraft(id)
  const files = useTicketFiles('desk', id)
  const internal = noting || isClosed
  const typing = useTyping(id)
  const box = useRef<HTMLTextAreaElement>(null)
  const [tab, setTab] = useState('write')
  const write = (note: boolean) => {
    setNoting(note)
    setTab('write')
    // The tab is drawn first.
    requestAnimationFrame(() => showBox(box.current))
  }
  useSingleKeys({ r: () => write(false), i: () => write(true) })
  // The list was asked to reply at once.
  const begin = useEffectEvent(() => asked && showBox(box.current))
  useEffect(() => void begin(), [])
  const type = (text: string) => {
    typing.typed()
    if (body === '') setSeen(lastOf(messages))
    setBody(text)
    draft.keep({ subject: '', body: text })
  }
  const canned = useCannedReply({ box, text: body, onText: type })
  const left = variablesLeft(body)
  const isEmpty = body.trim() === '' && files.files.length === 0
  const submit = async (anyway: boolean) => {
    if (isEmpty || left.length > 0 || send.isPending || files.isSending) return
    const call = {
      body,
      files: files.files.map((file) => file.id),
      internal,
      seen,
      anyway,
      compensation: offerOf(internal ? null : granted),
    }
    draft.drop()
    typing.stopped()
    await withKey((requestKey) => send.mutateAsync({ params: { id }, body: { ...call, requestKey } })).then(
      () => {
        setBody('')
        if (!internal) setGranted(null)
        files.clear()
      },
      () => draft.keep({ subject: '', body }),
    )
  }
  return (
    <Card>
      <form
        className="sp-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        {isNewer(send.error) ? (
          <NewerAlert newer={newerThan(messages, seen)} onSend={() => void submit(true)} />
        ) : (
          <FormError message={send.error && explain(send.error)} />
        )}
        <FileField files={files} view="desk">
          <MarkdownField
            label={t(internal ? 'desk.noteLabel' : 'composer.reply')}
            value={body}
            required={files.files.length === 0}
            onChange={type}
            onSend={() => void submit(false)}
            onKeyDown={canned.onKeyDown}
            tab={tab}
            onTab={setTab}
            ref={box}
          />
        </FileField>
        <div className="sp-form-actions">
          {/* The bar stays in sight on a phone, and what keeps the reply from being sent with it. */}
          {left.length > 0 && (
            <div className="w-full">
              <Alert tone="warning">{t('picker.left', { variables: left.join(', ') })}</Alert>
            </div>
          )}
          {granted && !internal && (
            <PendingCompensation granted={granted} onRemove={() => setGranted(null)} />
          )}
          <span className="me-auto flex flex-wrap items-center gap-x-4">
            <DraftLine state={draft.state} />
            <ViewersLine viewers={viewers} />
          </span>
          <Button icon={<MessageSquare aria-hidden />} onClick={canned.open}>
            <span className="max-sm:sr-only">{t('picker.open')}</span>
          </Button>
          {mayCompensate && !internal && (
            <Button icon={<Gift aria-hidden />} onClick={() => setGranting(true)}>
              <span className="max-sm:sr-only">{t('compensation.open')}</span>
            </Button>
          )}
          <span className="flex items-center self-stretch">
            <Switch
              label={t('desk.internal')}
              checked={internal}
              disabled={isClosed}
              onChange={(event) => setNoting(event.target.checked)}
            />
          </span>
          <Button
            type="submit"
            variant="primary"
            icon={internal ? <Lock aria-hidden /> : <Send aria-hidden />}
            loading={send.isPending}
            disabled={isEmpty || left.length > 0 || files.isSending}
          >
            {t(internal ? 'desk.addNote' : 'composer.send')}
          </Button>
        </div>
      </form>
      {isGranting && (
        <CompensationDialog
          ticket={id}
          value={granted}
          onChange={setGranted}
          onClose={() => setGranting(false)}
        />
      )}
      {canned.isOpen && <ReplyPicker ticket={id} onPick={canned.pick} onClose={canned.close} />}
    </Card>
  )
}

/** A reply to the customer, or a note for staff; with what was typed on this or another device. */
export const StaffReply = (props: ReplyProps) => {
  const stored = useStoredDraft(props.ticket.id)
  if (stored === undefined) return <Skeleton shape="block" className="h-72" />
  return (
    <Editor
      {...props}
      start={props.undone.text ? props.undone : { ...props.undone, text: stored?.body ?? '' }}
    />
  )
}
