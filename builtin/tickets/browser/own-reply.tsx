import { listTickets, readDraft, readTicket, replyToTicket } from '@spawnpoint/contracts/tickets'
import { useExplain, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, Skeleton } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { DraftLine } from './draft-line.tsx'
import { FileField } from './file-field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { useKeepDraft, useStoredDraft } from './use-draft.ts'
import { useTicketFiles } from './use-ticket-files.ts'

const Editor = ({ id, start }: { id: string; start: string }) => {
  const t = useT()
  const explain = useExplain()
  const withKey = useRequestKey()
  const [body, setBody] = useState(start)
  const draft = useKeepDraft(id)
  const files = useTicketFiles('own', id)
  const reply = useAction(replyToTicket, { refreshes: [readTicket, listTickets, readDraft] })
  const type = (text: string) => {
    setBody(text)
    draft.keep({ subject: '', body: text })
  }
  const isEmpty = body.trim() === '' && files.files.length === 0
  const send = async () => {
    if (isEmpty || reply.isPending || files.isSending) return
    draft.drop()
    const call = { body, files: files.files.map((file) => file.id) }
    await withKey((requestKey) => reply.mutateAsync({ params: { id }, body: { ...call, requestKey } })).then(
      () => {
        setBody('')
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
          void send()
        }}
      >
        <FormError message={reply.error && explain(reply.error)} />
        <FileField files={files} view="own">
          <MarkdownField
            label={t('composer.reply')}
            value={body}
            required={files.files.length === 0}
            onChange={type}
            onSend={() => void send()}
          />
        </FileField>
        <div className="sp-form-actions">
          <DraftLine state={draft.state} />
          <Button
            type="submit"
            variant="primary"
            icon={<Send aria-hidden />}
            loading={reply.isPending}
            disabled={isEmpty || files.isSending}
          >
            {t('composer.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The customer's reply, with what was typed on this or another device. */
export const OwnReply = ({ id }: { id: string }) => {
  const draft = useStoredDraft(id)
  if (draft === undefined) return <Skeleton shape="block" className="h-72" />
  return <Editor id={id} start={draft?.body ?? ''} />
}
