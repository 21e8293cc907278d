import { RATING_COMMENT_LENGTH, rateTicket, readTicket, ticketRatings } from '@spawnpoint/contracts/tickets'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, TextArea } from '@spawnpoint/sdk/ui'
import { type FormEvent, useState } from 'react'

type Rated = Pick<ReplyOf<typeof readTicket>['ticket'], 'id' | 'rating' | 'ratingComment'>

const useRate = () => useAction(rateTicket, { refreshes: [readTicket] })

const Answers = ({ id }: Pick<Rated, 'id'>) => {
  const t = useT()
  const explain = useExplain()
  const rate = useRate()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{t('rating.question')}</p>
        <div className="sp-actions">
          {ticketRatings.map((value) => (
            <Button
              key={value}
              loading={rate.isPending && rate.variables.body?.rating === value}
              onClick={() => rate.mutate({ params: { id }, body: { rating: value } })}
            >
              {t(`rating.${value}`)}
            </Button>
          ))}
        </div>
      </div>
      <FormError message={rate.error && explain(rate.error)} />
    </>
  )
}

const Comment = ({ id, rating }: { id: string; rating: NonNullable<Rated['rating']> }) => {
  const t = useT()
  const explain = useExplain()
  const rate = useRate()
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const comment = text.trim()
    if (comment !== '') rate.mutate({ params: { id }, body: { rating, comment } })
  }
  return (
    <form className="mt-3 grid gap-3" onSubmit={send}>
      <TextArea
        label={t('rating.add')}
        rows={2}
        maxLength={RATING_COMMENT_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormError message={rate.error && explain(rate.error)} />
      <div className="sp-actions justify-end">
        <Button type="submit" loading={rate.isPending} disabled={text.trim() === ''}>
          {t('rating.send')}
        </Button>
      </div>
    </form>
  )
}

/** Asks once after the end whether the problem is solved; one click answers, and a comment may follow. */
export const RatingCard = ({ ticket: { id, rating, ratingComment } }: { ticket: Rated }) => {
  const t = useT()
  return (
    <Card>
      <div aria-live="polite">
        {rating === null ? <Answers id={id} /> : <p className="font-semibold">{t('rating.thanks')}</p>}
      </div>
      {rating !== null && ratingComment === null && <Comment id={id} rating={rating} />}
      {ratingComment !== null && <p className="mt-2 whitespace-pre-wrap text-muted">{ratingComment}</p>}
    </Card>
  )
}
