import type { readQueuedTicket } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Alert, Button, Markdown } from '@spawnpoint/sdk/ui'

type Message = ReplyOf<typeof readQueuedTicket>['messages'][number]

interface NewerAlertProps {
  /** Messages to or from the customer since the reply was begun. */
  readonly newer: readonly Message[]
  readonly onSend: () => void
}

/** Shows what was written meanwhile, and asks whether the reply still fits. */
export const NewerAlert = ({ newer, onSend }: NewerAlertProps) => {
  const t = useT()
  const last = newer.at(-1)
  const author = last?.author?.name ?? last?.plugin ?? undefined
  return (
    <Alert
      tone="warning"
      title={author === undefined ? t('desk.newer') : t('desk.newerBy', { name: author })}
      action={<Button onClick={onSend}>{t('desk.sendAnyway')}</Button>}
    >
      <p>{t('desk.newerText')}</p>
      {newer.map(({ id, body }) => (
        <div key={id} className="mt-2 max-h-60 overflow-y-auto border-s-2 border-warning ps-3 text-text">
          <Markdown text={body} author="visitor" />
        </div>
      ))}
    </Alert>
  )
}
