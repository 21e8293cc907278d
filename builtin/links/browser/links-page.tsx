import {
  Slot,
  useCan,
  useExplain,
  useFormat,
  useHost,
  useOpenPath,
  useSearchParams,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { completeLink, listLinkAttempts, listLinkOffers, startLink } from '@spawnpoint/contracts/links'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, Card, Empty, ErrorCard, LinkButton, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { ExternalLink, Link } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { LinkHistory } from './link-history.tsx'

type Offer = ReplyOf<typeof listLinkOffers>['offers'][number]

const minutes = (seconds: number) => Math.ceil(seconds / 60)

/** By a link, since the shell's own navigation stays on this site. */
const followLink = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  link.click()
}

const OfferCard = ({ offer, onFailure }: { offer: Offer; onFailure: (error: unknown) => void }) => {
  const t = useT()
  const format = useFormat()
  const start = useAction(startLink, { refreshes: [listLinkOffers, listLinkAttempts] })
  const open = () =>
    start.mutateAsync({ body: { provider: offer.id } }).then(({ address }) => followLink(address), onFailure)
  return (
    <Card
      title={offer.name}
      actions={<Badge tone="accent">{t('offer.coins', { coins: format.number(offer.coins) })}</Badge>}
    >
      <div className="flex flex-col items-start gap-3">
        <div>
          <p>{t('offer.left', { left: offer.left, limit: offer.dailyLimit })}</p>
          <p className="sp-hint">
            {offer.nextAt === null
              ? t('offer.time', { min: offer.minSeconds, max: minutes(offer.expirySeconds) })
              : t('offer.next', { date: format.dateTime(offer.nextAt) })}
          </p>
        </div>
        <Button
          variant="primary"
          icon={<ExternalLink aria-hidden />}
          disabled={offer.nextAt !== null}
          loading={start.isPending || start.isSuccess}
          aria-label={t('offer.openNamed', { name: offer.name })}
          onClick={() => void open()}
        >
          {t('offer.open')}
        </Button>
      </div>
    </Card>
  )
}

/** The visitor came back from a provider: the token is used once and leaves the address. */
const Return = ({ token, hash }: { token: string; hash: string | null }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { number } = useFormat()
  const { mutate, data, error, isIdle } = useAction(completeLink, {
    refreshes: [listLinkOffers, listLinkAttempts],
    onReply: ({ balance }) => {
      if (balance !== null) host.updateSession({ user: { credits: balance } })
    },
  })
  useEffect(() => {
    if (!isIdle) return
    mutate({ body: { token, ...(hash === null ? {} : { hash }) } })
    host.navigate(host.pathTo('links'), { replace: true })
  }, [isIdle, mutate, token, hash, host])
  return (
    <output className="contents">
      {data && (
        <Alert tone={data.balance === null ? 'info' : 'success'}>
          {t(data.balance === null ? 'page.held' : 'page.received', {
            coins: number(data.coins),
            name: data.provider,
          })}
        </Alert>
      )}
      {error && <Alert tone="warning">{explain(error)}</Alert>}
    </output>
  )
}

/** Staff learn what is missing; others that there is nothing to do now. */
const NoOffers = () => {
  const t = useT()
  const settings = useOpenPath()('settings')
  const maySetUp = useCan('admin.settings.edit')
  return (
    <Empty
      icon={<Link />}
      title={t(maySetUp ? 'setUp.title' : 'page.empty')}
      text={t(maySetUp ? 'setUp.text' : 'page.emptyText')}
      action={maySetUp && settings && <LinkButton to={`${settings}#earn`}>{t('setUp.open')}</LinkButton>}
    />
  )
}

const Offers = ({ offers, onFailure }: { offers: readonly Offer[]; onFailure: (error: unknown) => void }) => {
  if (offers.length === 0) return <NoOffers />
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} onFailure={onFailure} />
      ))}
    </div>
  )
}

export default function LinksPage() {
  const t = useT()
  const explain = useExplain()
  const [query] = useSearchParams()
  // The address loses them at once, and the result stays.
  const [returned] = useState(() => ({ token: query.get('attempt'), hash: query.get('hash') }))
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error, refetch } = useEndpoint(listLinkOffers)
  return (
    <Page title={t('page.title')} description={t('page.description')}>
      {returned.token !== null && <Return token={returned.token} hash={returned.hash} />}
      {failure !== null && <Alert tone="danger">{explain(failure)}</Alert>}
      {error && <ErrorCard message={explain(error)} onRetry={() => void refetch()} />}
      {data && <Offers offers={data.offers} onFailure={setFailure} />}
      {!data && !error && <Skeleton shape="block" className="h-56" />}
      {/* After the offers, since nobody knows beforehand how many there are. */}
      {data && <LinkHistory isQuiet={data.offers.length === 0} />}
      <Slot name="earn.after" source="links" />
    </Page>
  )
}
