import { deleteOwnLetter, listOwnLetters } from '@spawnpoint/contracts/mail'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Empty, ErrorCard, Skeleton, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

type Letter = ReplyOf<typeof listOwnLetters>['letters'][number]

const tones = { queued: 'info', sent: 'success', failed: 'danger' } as const

const LetterRow = ({ letter }: { letter: Letter }) => {
  const t = useT()
  const format = useFormat()
  const remove = useAction(deleteOwnLetter, { refreshes: [listOwnLetters] })
  return (
    <li className="border-b border-border last:border-b-0">
      <details className="px-4 py-3">
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{letter.subject}</span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <Status tone={tones[letter.status]}>{t(`letters.${letter.status}`)}</Status>
            <time dateTime={letter.createdAt}>{format.dateTime(letter.createdAt)}</time>
          </span>
        </summary>
        <div className="mt-3 grid gap-2 whitespace-pre-line">
          {letter.paragraphs.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
          <div>
            <Button
              size="sm"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: letter.id } })}
              aria-label={t('letters.deleteNamed', { subject: letter.subject })}
            >
              {t('letters.delete')}
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}

export const LettersTab = () => {
  const t = useT()
  const explain = useExplain()
  const [path, setPath] = useState<readonly string[]>([])
  const before = path.at(-1)
  const { data, error, refetch } = useEndpoint(listOwnLetters, { query: before ? { before } : {} })
  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const { next } = data
  return (
    <Card title={t('tabs.letters')} description={t('letters.lead')} flush>
      {data.letters.length === 0 && <Empty title={t('letters.empty')} />}
      <ul>
        {data.letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} />
        ))}
      </ul>
      {(next || path.length > 0) && (
        <div className="flex gap-2 p-4">
          <Button disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            {t('letters.newer')}
          </Button>
          <Button disabled={!next} onClick={() => next && setPath([...path, next])}>
            {t('letters.older')}
          </Button>
        </div>
      )}
    </Card>
  )
}
