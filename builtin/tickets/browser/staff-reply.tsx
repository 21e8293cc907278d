import { listQueue, readQueuedTicket, replyAsStaff } from '@spawnpoint/contracts/tickets'
import { CallError, useExplain, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, Switch } from '@spawnpoint/sdk/ui'
import { Lock, Send } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { MarkdownField } from './markdown-field.tsx'

type Shown = ReplyOf<typeof readQueuedTicket>

/** The last message to or from the customer. */
const lastOf = (messages: Shown['messages']): string | null =>
  messages.findLast(({ internal }) => !internal)?.id ?? null

const isNewer = (error: unknown) => error instanceof CallError && error.code === 'TICKETS_NEWER'

/** A reply to the customer, or a note for staff. */
export const StaffReply = ({
  ticket: { id, status },
  messages,
  start,
}: Pick<Shown, 'ticket' | 'messages'> & { start: string }) => {
  const t = useT()
  const explain = useExplain()
  const withKey = useRequestKey()
  const isClosed = status === 'closed'
  const [body, setBody] = useState(start)
  const [noting, setNoting] = useState(false)
  // The last message when the text was begun: a later one may change the answer.
  const [seen, setSeen] = useState(lastOf(messages))
  const send = useAction(replyAsStaff, { refreshes: [readQueuedTicket, listQueue] })
  useUnsavedGuard(body !== '')
  const internal = noting || isClosed
  const type = (text: string) => {
    if (body === '') setSeen(lastOf(messages))
    setBody(text)
  }
  const submit = async (anyway: boolean) => {
    if (body.trim() === '' || send.isPending) return
    const call = { body, internal, seen, anyway }
    await withKey((requestKey) => send.mutateAsync({ params: { id }, body: { ...call, requestKey } })).then(
      () => setBody(''),
      // Shown by the form.
      () => undefined,
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
          <Alert
            tone="warning"
            title={t('desk.newer')}
            action={<Button onClick={() => void submit(true)}>{t('desk.sendAnyway')}</Button>}
          >
            {t('desk.newerText')}
          </Alert>
        ) : (
          <FormError message={send.error && explain(send.error)} />
        )}
        <MarkdownField
          label={t(internal ? 'desk.noteLabel' : 'composer.reply')}
          value={body}
          onChange={type}
          onSend={() => void submit(false)}
        />
        <div className="sp-form-actions">
          <span className="me-auto">
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
            disabled={body.trim() === ''}
          >
            {t(internal ? 'desk.addNote' : 'composer.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
