import { readAnyReceipt, readReceipt } from '@spawnpoint/contracts/payments'
import {
  useCan,
  useFormat,
  useHost,
  useOpenPath,
  useParams,
  useSearchParams,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Empty, Page, Skeleton, type Crumb } from '@spawnpoint/sdk/ui'
import { FileText } from '@spawnpoint/sdk/ui/icons'
import './receipt.css'
import { useMoney } from './use-money.ts'

type Document = ReplyOf<typeof readReceipt>

const Party = ({ label, party }: { label: string; party: Document['seller'] }) => {
  const t = useT()
  return (
    <section className="min-w-0">
      <h3 className="sp-hint">{label}</h3>
      <p className="font-semibold">{party.name}</p>
      {party.lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      {party.vat && <p>{t('receipt.vat', { number: party.vat })}</p>}
    </section>
  )
}

const Sum = ({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) => (
  <div className="flex justify-between gap-4 py-1">
    <dt>{label}</dt>
    <dd className={strong ? 'font-semibold tabular-nums' : 'tabular-nums'}>{value}</dd>
  </div>
)

const Sheet = ({ receipt }: { receipt: Document }) => {
  const t = useT()
  const money = useMoney()
  const { date, number } = useFormat()
  const { currency, amount, tax, taxName, taxRate, coins, kind } = receipt
  const sign = kind === 'credit-note' ? -1 : 1
  const show = (value: number) => money({ amount: sign * value, currency })
  return (
    <article className="payments-receipt sp-card grid gap-6 p-6" aria-labelledby="receipt-title">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="receipt-title" className="text-xl font-semibold">
          {t(`receipt.${kind}`, { number: receipt.number })}
        </h2>
        <p>{date(receipt.at)}</p>
      </header>
      <div className="grid gap-6 sm:grid-cols-2">
        <Party label={t('receipt.seller')} party={receipt.seller} />
        <Party label={t('receipt.buyer')} party={receipt.buyer} />
      </div>
      <dl className="border-t border-border pt-3">
        <Sum label={t('receipt.line', { count: coins, coins: number(coins) })} value={show(amount - tax)} />
        {taxRate > 0 && (
          <Sum
            label={t('receipt.tax', { name: taxName || t('form.tax'), rate: number(taxRate / 100) })}
            value={show(tax)}
          />
        )}
        <Sum label={t('form.total')} value={show(amount)} strong />
      </dl>
      <footer className="sp-hint grid gap-1">
        <p>{t('receipt.paid', { provider: receipt.provider, reference: receipt.payment })}</p>
        {receipt.corrects !== null && <p>{t('receipt.corrects', { number: receipt.corrects })}</p>}
        {receipt.note && <p className="whitespace-pre-line">{receipt.note}</p>}
      </footer>
    </article>
  )
}

/** The way back to the payment of the document, and from there to the others. */
const useCrumbs = (receipt: Document | undefined, isStaff: boolean): readonly Crumb[] => {
  const t = useT()
  const { pathTo } = useHost()
  const openPath = useOpenPath()
  const list = openPath(isStaff ? 'staff-payments' : 'add-credits')
  if (!receipt) return []
  const payment = pathTo(isStaff ? 'staff-payment' : 'payment', { id: receipt.payment })
  return [
    ...(list === null ? [] : [{ label: t(isStaff ? 'staff.title' : 'page.title'), to: list }]),
    { label: t('payment.title'), to: payment },
    { label: receipt.number },
  ]
}

/** A receipt or credit note, to read and to print. */
export default function ReceiptPage() {
  const t = useT()
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const isStaff = useCan('admin.payments.list') && address.has('staff')
  const query = useEndpoint(isStaff ? readAnyReceipt : readReceipt, { params: { id } })
  const crumbs = useCrumbs(query.data, isStaff)
  return (
    <Page
      title={t('receipt.title')}
      subject={query.data?.number}
      breadcrumbs={crumbs}
      width="narrow"
      actions={
        <Button icon={<FileText aria-hidden />} disabled={!query.data} onClick={() => window.print()}>
          {t('receipt.print')}
        </Button>
      }
    >
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-96" />}
        gone={<Empty icon={<FileText />} title={t('receipt.gone')} text={t('payment.goneText')} />}
      >
        {(receipt) => <Sheet receipt={receipt} />}
      </Loaded>
    </Page>
  )
}
