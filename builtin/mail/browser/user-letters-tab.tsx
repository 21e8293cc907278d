import { listUserLetters, type UserLetter } from '@spawnpoint/contracts/mail'
import { CallError, useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Empty, ErrorCard, Pagination, Table, type Column } from '@spawnpoint/sdk/ui'
import { Mail } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { LetterDialog } from './letter-dialog.tsx'
import { LetterStatus } from './letter-status.tsx'

const useColumns = (open: (letter: UserLetter) => void): readonly Column<UserLetter>[] => {
  const t = useT()
  const { dateTime } = useFormat()
  return [
    { id: 'subject', header: t('letters.subject'), cell: ({ subject }) => <strong>{subject}</strong> },
    { id: 'address', header: t('letters.to'), cell: ({ address }) => address },
    { id: 'status', header: t('letters.status'), cell: (letter) => <LetterStatus letter={letter} /> },
    {
      id: 'createdAt',
      header: t('letters.written'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
    },
    {
      id: 'actions',
      header: t('letters.actions'),
      hideHeader: true,
      align: 'end',
      cell: (letter) => (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('letters.viewOf', { subject: letter.subject })}
          onClick={() => open(letter)}
        >
          {t('letters.view')}
        </Button>
      ),
    },
  ]
}

/** The letters to a customer, for staff: without links and codes. */
export default function UserLettersTab({ user }: { user: string }) {
  const t = useT()
  const explain = useExplain()
  const [shown, setShown] = useState<UserLetter | null>(null)
  // Where each page began, so that "previous" finds the way back.
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const columns = useColumns(setShown)
  const { data, error, refetch } = useEndpoint(listUserLetters, {
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
      <Table<UserLetter>
        caption={t('userTab')}
        columns={columns}
        rows={data?.letters}
        rowKey={({ id }) => id}
        loading={!data}
        empty={<Empty icon={<Mail />} title={t('letters.empty')} text={t('letters.emptyText')} />}
      />
      {(next !== null || trail.length > 0) && (
        <Pagination
          loading={!data}
          onPrevious={trail.length === 0 ? undefined : () => setTrail(trail.slice(0, -1))}
          onNext={next === null ? undefined : () => setTrail([...trail, next])}
        />
      )}
      {shown && <LetterDialog letter={shown} close={() => setShown(null)} />}
    </div>
  )
}
