import { listUserEmails, type UserEmail } from '@spawnpoint/contracts/mail'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Button, Empty, type Column } from '@spawnpoint/sdk/ui'
import { Mail } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { EmailDialog } from './email-dialog.tsx'
import { EmailStatus } from './email-status.tsx'
import { UserBounce } from './user-bounce.tsx'

const useColumns = (open: (email: UserEmail) => void): readonly Column<UserEmail>[] => {
  const t = useT()
  const { dateTime } = useFormat()
  return [
    { id: 'subject', header: t('emails.subject'), cell: ({ subject }) => <strong>{subject}</strong> },
    { id: 'address', header: t('emails.to'), cell: ({ address }) => address },
    {
      id: 'status',
      header: t('emails.status'),
      phone: 'badge',
      cell: (email) => <EmailStatus email={email} />,
      phoneCell: (email) => <EmailStatus email={{ ...email, failure: null }} />,
    },
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
  const [shown, setShown] = useState<UserEmail | null>(null)
  return (
    <>
      <UserBounce user={user} />
      <DataList<UserEmail>
        endpoint={listUserEmails}
        call={{ params: { user } }}
        caption={t('userTab')}
        columns={useColumns(setShown)}
        rowKey={({ id }) => id}
        empty={<Empty icon={<Mail />} title={t('emails.empty')} text={t('emails.emptyText')} />}
      />
      {shown && <EmailDialog email={shown} close={() => setShown(null)} />}
    </>
  )
}
