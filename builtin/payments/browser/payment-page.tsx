import { checkPayment, listPayments, readPayment, readRechargeOffer } from '@spawnpoint/contracts/payments'
import {
  useFormat,
  useHost,
  useOpenPath,
  useParams,
  useSearchParams,
  useSession,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, KeyValue, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { CreditCard } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { DocumentList } from './document-list.tsx'
import { PaymentHead } from './payment-head.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { Reference } from './reference.tsx'
import { useMoney } from './use-money.ts'

type Payment = ReplyOf<typeof readPayment>

const REFRESH_MS = 4000
/** More than one payment for the same order. */
const isPaidTwice = ({ state, timeline }: Payment) =>
  state === 'held' && timeline.filter(({ kind }) => kind === 'paid').length > 1
const isOpen = ({ state }: Payment) => state === 'started' || state === 'pending'

/** Explains the state and what comes next, also when nothing comes. */
const Explanation = ({
  payment,
  onCheck,
  checking,
}: {
  payment: Payment
  onCheck: () => void
  checking: boolean
}) => {
  const t = useT()
  const { address, state, provider } = payment
  const tone =
    state === 'paid'
      ? 'success'
      : state === 'held' || state === 'disputed' || state === 'failed'
        ? 'warning'
        : 'info'
  return (
    <Alert
      tone={tone}
      action={
        isOpen(payment) && (
          <span className="sp-actions">
            {address !== null && (
              <a className="sp-button sp-button-secondary" href={address} rel="noreferrer">
                <span className="sp-button-content">{t('payment.resume')}</span>
              </a>
            )}
            <Button loading={checking} onClick={onCheck}>
              {t('payment.check')}
            </Button>
          </span>
        )
      }
    >
      <output>
        {t(`payment.explain.${isPaidTwice(payment) ? 'held-twice' : state}`, { provider: provider.name })}
      </output>
    </Alert>
  )
}

const Facts = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const money = useMoney()
  const { dateTime, number } = useFormat()
  const { tax, currency, coins, bonus, provider, at, id, credited, owed } = payment
  return (
    <KeyValue
      items={[
        ...(tax > 0 ? [{ label: t('payment.tax'), value: money({ amount: tax, currency }) }] : []),
        { label: t('history.coins'), value: number(coins - bonus) },
        ...(bonus > 0 ? [{ label: t('payment.bonus'), value: number(bonus) }] : []),
        { label: t('payment.credited'), value: number(credited) },
        ...(owed > 0 ? [{ label: t('payment.owed'), value: number(owed) }] : []),
        { label: t('history.provider'), value: provider.name },
        { label: t('history.at'), value: dateTime(at) },
        { label: t('payment.reference'), value: <Reference id={id} /> },
      ]}
    />
  )
}

/** The name of the customer, on paper alone: on the screen they know who they are. */
const PaperHead = () => (
  <p className="hidden print:block">{useSession(({ user }) => String(user['username'] ?? ''))}</p>
)

const Content = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const host = useHost()
  const { id, credited } = payment
  const { mutate, isPending, isIdle } = useAction(checkPayment, {
    refreshes: [readPayment, listPayments, readRechargeOffer],
  })
  const [query] = useSearchParams()
  const returned = query.has('returned')
  useEffect(() => {
    // Coming back proves nothing: the server asks the provider.
    if (returned && isIdle) mutate({ params: { id } })
  }, [returned, isIdle, mutate, id])
  useEffect(() => {
    // The balance in the top bar is that of the session.
    if (credited > 0) void host.refreshSession('refresh')
  }, [credited, host])
  return (
    <div className="grid gap-4">
      <PaperHead />
      <Explanation payment={payment} checking={isPending} onCheck={() => mutate({ params: { id } })} />
      <Card>
        <PaymentHead payment={payment} />
        <Facts payment={payment} />
      </Card>
      {payment.documents.length > 0 && (
        <Card title={t('payment.documents')}>
          <DocumentList payment={payment} pathOf={(document) => host.pathTo('receipt', { id: document })} />
        </Card>
      )}
      <Card title={t('payment.timeline')}>
        <PaymentTimeline entries={payment.timeline} />
      </Card>
    </div>
  )
}

export default function PaymentPage() {
  const t = useT()
  const { id = '' } = useParams()
  const money = useMoney()
  const back = useOpenPath()('add-credits')
  const [live, setLive] = useState(true)
  const query = useEndpoint(readPayment, { params: { id } }, live ? { refetchEvery: REFRESH_MS } : {})
  if (query.data && isOpen(query.data) !== live) setLive(!live)
  return (
    <Page
      title={t('payment.title')}
      subject={query.data && money(query.data)}
      width="narrow"
      breadcrumbs={[...(back ? [{ label: t('page.title'), to: back }] : []), { label: t('payment.title') }]}
    >
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-96" />}
        gone={<Empty icon={<CreditCard />} title={t('payment.gone')} text={t('payment.goneText')} />}
      >
        {(payment) => <Content payment={payment} />}
      </Loaded>
    </Page>
  )
}
