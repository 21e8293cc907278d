import { listTickets, readTicket, replyToTicket } from '@spawnpoint/contracts/tickets'
import { useExplain, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { MarkdownField } from './markdown-field.tsx'

/** The customer's reply. */
export const OwnReply = ({ id }: { id: string }) => {
  const t = useT()
  const explain = useExplain()
  const withKey = useRequestKey()
  const [body, setBody] = useState('')
  const reply = useAction(replyToTicket, { refreshes: [readTicket, listTickets] })
  useUnsavedGuard(body !== '')
  const send = async () => {
    if (body.trim() === '' || reply.isPending) return
    await withKey((requestKey) => reply.mutateAsync({ params: { id }, body: { body, requestKey } })).then(
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
          void send()
        }}
      >
        <FormError message={reply.error && explain(reply.error)} />
        <MarkdownField
          label={t('composer.reply')}
          value={body}
          onChange={setBody}
          onSend={() => void send()}
        />
        <div className="sp-form-actions">
          <Button
            type="submit"
            variant="primary"
            icon={<Send aria-hidden />}
            loading={reply.isPending}
            disabled={body.trim() === ''}
          >
            {t('composer.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
