import { userPath } from '@spawnpoint/contracts/users/schemas'
import { checkAnyPayment, listAllPayments, readAnyPayment } from '@spawnpoint/contracts/payments'
import { useCan, useExplain, useFormat, useHost, useOpenPath, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, KeyValue, Page, Skeleton, TextLink } from '@spawnpoint/sdk/ui'
import { CreditCard, RefreshCw, History } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { DocumentList } from './document-list.tsx'
import { PaymentHead } from './payment-head.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { Reference } from './reference.tsx'
import { useMoney } from './use-money.ts'

type Payment = ReplyOf<typeof readAnyPayment>

const Facts = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const money = useMoney()
  const { dateTime, number } = useFormat()
  const customerPath = userPath(useOpenPath(), payment.user.id)
  const { tax, currency, coins, provider, at, id, credited, owed, user, checkout } = payment
  const name = user.username ?? t('staff.deleted')
  return (
    <KeyValue
      items={[
        {
          label: t('staff.customer'),
          value: customerPath ? <TextLink to={customerPath}>{name}</TextLink> : name,
        },
        ...(tax > 0 ? [{ label: t('payment.tax'), value: money({ amount: tax, currency }) }] : []),
        { label: t('history.coins'), value: number(coins) },
        { label: t('payment.credited'), value: number(credited) },
        ...(owed > 0 ? [{ label: t('payment.owed'), value: number(owed) }] : []),
        { label: t('history.provider'), value: provider.name },
        { label: t('history.at'), value: dateTime(at) },
        { label: t('payment.reference'), value: <Reference id={id} /> },
        ...(checkout === null
          ? []
          : [{ label: t('staff.checkout'), value: <span className="break-all">{checkout}</span> }]),
      ]}
    />
  )
}

/** Explains why the payment is held, and lets staff end that. */
const Review = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const mayResolve = useCan('admin.payments.refund')
  const [resolving, setResolving] = useState(false)
  const isTwice = payment.timeline.filter(({ kind }) => kind === 'paid').length > 1
  return (
    <>
      <Alert
        tone="warning"
        action={mayResolve && <Button onClick={() => setResolving(true)}>{t('resolve.open')}</Button>}
      >
        {t(isTwice ? 'staff.heldTwice' : 'staff.held')}
      </Alert>
      {resolving && <ResolveDialog id={payment.id} close={() => setResolving(false)} />}
    </>
  )
}

const Content = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <div className="grid gap-4">
      {payment.state === 'held' && <Review payment={payment} />}
      {payment.owed > 0 && <Alert tone="warning">{t('staff.owedText')}</Alert>}
      <Card>
        <PaymentHead payment={payment} />
        <Facts payment={payment} />
      </Card>
      {payment.documents.length > 0 && (
        <Card title={t('payment.documents')}>
          <DocumentList payment={payment} pathOf={(id) => `${pathTo('receipt', { id })}?staff=1`} />
        </Card>
      )}
      <Card title={t('payment.timeline')}>
        <PaymentTimeline entries={payment.timeline} notes={payment.notes} />
      </Card>
    </div>
  )
}

/** One payment, for staff: its money, its coins, and what was told by whom. */
export default function StaffPaymentPage() {
  const t = useT()
  const explain = useExplain()
  const { id = '' } = useParams()
  const { pathTo } = useHost()
  const mayRefund = useCan('admin.payments.refund')
  const [refunding, setRefunding] = useState(false)
  const query = useEndpoint(readAnyPayment, { params: { id } })
  const check = useAction(checkAnyPayment, { refreshes: [readAnyPayment, listAllPayments] })
  const { data } = query
  const money = useMoney()
  return (
    <Page
      title={t('payment.title')}
      subject={data && `${money(data)} · ${data.user.username ?? t('staff.deleted')}`}
      width="narrow"
      breadcrumbs={[{ label: t('staff.title'), to: pathTo('staff-payments') }, { label: t('payment.title') }]}
      actions={
        <>
          {data && (
            <Button
              icon={<RefreshCw aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate({ params: { id } })}
            >
              {t('staff.check')}
            </Button>
          )}
          {mayRefund && data?.refundable && (
            <Button variant="danger-quiet" icon={<History aria-hidden />} onClick={() => setRefunding(true)}>
              {t('refund.open')}
            </Button>
          )}
        </>
      }
    >
      {check.error && <Alert tone="danger">{explain(check.error)}</Alert>}
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-96" />}
        gone={<Empty icon={<CreditCard />} title={t('payment.gone')} text={t('staff.goneText')} />}
      >
        {(payment) => <Content payment={payment} />}
      </Loaded>
      {refunding && data?.refundable && (
        <RefundDialog payment={data} refundable={data.refundable} close={() => setRefunding(false)} />
      )}
    </Page>
  )
}
