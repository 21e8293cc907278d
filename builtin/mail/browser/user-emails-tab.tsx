import { listUserEmails, type UserEmail } from '@spawnpoint/contracts/mail'
import { CallError, useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Empty, ErrorCard, Pagination, Table, type Column } from '@spawnpoint/sdk/ui'
import { Mail } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { EmailDialog } from './email-dialog.tsx'
import { EmailStatus } from './email-status.tsx'

const useColumns = (open: (email: UserEmail) => void): readonly Column<UserEmail>[] => {
  const t = useT()
  const { dateTime } = useFormat()
  return [
    { id: 'subject', header: t('emails.subject'), cell: ({ subject }) => <strong>{subject}</strong> },
    { id: 'address', header: t('emails.to'), cell: ({ address }) => address },
    { id: 'status', header: t('emails.status'), cell: (email) => <EmailStatus email={email} /> },
    {
      id: 'createdAt',
      header: t('emails.written'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
    },
    {
      id: 'actions',
      header: t('emails.actions'),
      hideHeader: true,
      align: 'end',
      cell: (email) => (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('emails.viewOf', { subject: email.subject })}
          onClick={() => open(email)}
        >
          {t('emails.view')}
        </Button>
      ),
    },
  ]
}

/** The emails to a customer, for staff: without links and codes. */
export default function UserEmailsTab({ user }: { user: string }) {
  const t = useT()
  const explain = useExplain()
  const [shown, setShown] = useState<UserEmail | null>(null)
  // Where each page began, so that "previous" finds the way back.
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const columns = useColumns(setShown)
  const { data, error, refetch } = useEndpoint(listUserEmails, {
    params: { user },
    query: before === undefined ? {} : { before },
  })
  if (error && !data) {
    const requestId = error instanceof CallError ? (error.requestId ?? undefined) : undefined
    return <ErrorCard message={explain(error)} requestId={requestId} onRetry={() => void refetch()} />
  }
  const next = data?.next ?? null
  return (
    <div className="sp-form">
      <Table<UserEmail>
        caption={t('userTab')}
        columns={columns}
        rows={data?.emails}
        rowKey={({ id }) => id}
        loading={!data}
        empty={<Empty icon={<Mail />} title={t('emails.empty')} text={t('emails.emptyText')} />}
      />
      {(next !== null || trail.length > 0) && (
        <Pagination
          loading={!data}
          onPrevious={trail.length === 0 ? undefined : () => setTrail(trail.slice(0, -1))}
          onNext={next === null ? undefined : () => setTrail([...trail, next])}
        />
      )}
      {shown && <EmailDialog email={shown} close={() => setShown(null)} />}
    </div>
  )
}
