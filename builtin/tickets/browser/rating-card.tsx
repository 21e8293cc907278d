import { rateTicket, readTicket, ticketRatings } from '@spawnpoint/contracts/tickets'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError } from '@spawnpoint/sdk/ui'

/** Asks once after the end whether the problem is solved; one click answers. */
export const RatingCard = ({ ticket: { id, rating } }: Pick<ReplyOf<typeof readTicket>, 'ticket'>) => {
  const t = useT()
  const explain = useExplain()
  const rate = useAction(rateTicket, { refreshes: [readTicket] })
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3" aria-live="polite">
        <p className="font-semibold">{t(rating === null ? 'rating.question' : 'rating.thanks')}</p>
        {rating === null && (
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
        )}
      </div>
      <FormError message={rate.error && explain(rate.error)} />
    </Card>
  )
}
