import { listPayments, startPayment } from '@spawnpoint/contracts/payments'
import {
  coinsFor,
  exponentOf,
  fromDecimal,
  priceOf,
  rateFor,
  toDecimal,
  withTax,
} from '@spawnpoint/contracts/payments/schemas'
import { useExplain, useFormat, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Badge, Button, Card, FormError, KeyValue, TextField } from '@spawnpoint/sdk/ui'
import { ExternalLink } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { BillingFields, emptyBilling } from './billing-fields.tsx'
import { Choice } from './choice.tsx'
import type { Offer } from './setup-card.tsx'
import { useMoney } from './use-money.ts'

interface Chosen {
  readonly coins: number
  readonly bonus: number
}

/** By a link, since the shell's own navigation stays on this site. */
const leaveTo = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  link.click()
}

const useCoinTexts = () => {
  const t = useT()
  const { number } = useFormat()
  return (count: number) => t('coins', { count, coins: number(count) })
}

const Packages = ({
  offer,
  chosen,
  onChoose,
}: {
  offer: Offer
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}) => {
  const t = useT()
  const money = useMoney()
  const { number } = useFormat()
  const coinText = useCoinTexts()
  const { currency, packages, coinsPerUnit, tax } = offer
  return (
    <fieldset className="min-w-0 border-0 p-0">
      <legend className="sp-label mb-2">{t('form.choose')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {packages.map((each) => (
          <Choice
            key={`${each.coins}-${each.bonus}`}
            name="package"
            value={String(each.coins)}
            chosen={chosen?.coins === each.coins && chosen.bonus === each.bonus}
            onChoose={() => onChoose(each)}
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <strong>{coinText(each.coins + each.bonus)}</strong>
              <span className="tabular-nums">
                {money({ amount: withTax(priceOf(each.coins, coinsPerUnit, currency), tax).total, currency })}
              </span>
            </span>
            <span className="min-h-5 text-sm text-muted">
              {each.bonus > 0 && (
                <Badge tone="success">{t('form.bonus', { coins: number(each.bonus) })}</Badge>
              )}
            </span>
          </Choice>
        ))}
        <Choice name="package" value="other" chosen={chosen === null} onChoose={() => onChoose(null)}>
          <strong>{t('form.other')}</strong>
          <span className="min-h-5 text-sm text-muted">
            {t('form.rate', {
              coins: number(coinsPerUnit),
              price: money({ amount: 10 ** exponentOf(currency), currency }),
            })}
          </span>
        </Choice>
      </div>
    </fieldset>
  )
}

const wholeNumber = /^\d{1,9}$/

/** Either field may be typed in; the other one follows. */
const TwoWay = ({ offer, onChange }: { offer: Offer; onChange: (coins: number | null) => void }) => {
  const t = useT()
  const { number } = useFormat()
  const { currency, coinsPerUnit, min, max } = offer
  const [texts, setTexts] = useState({ money: '', coins: '' })
  const [touched, setTouched] = useState(false)
  const typeMoney = (money: string) => {
    const amount = fromDecimal(money, currency)
    const coins = amount === null ? null : coinsFor(amount, coinsPerUnit, currency)
    setTexts({ money, coins: coins === null ? '' : String(coins) })
    onChange(coins)
  }
  const typeCoins = (text: string) => {
    const coins = wholeNumber.test(text.trim()) ? Number(text) : null
    const price = coins === null ? '' : toDecimal(priceOf(coins, coinsPerUnit, currency), currency)
    setTexts({ money: price, coins: text })
    onChange(coins)
  }
  const typed = wholeNumber.test(texts.coins.trim()) ? Number(texts.coins) : null
  const isWrong = touched && (typed === null || typed < min || typed > max)
  const bounds = t('form.bounds', { min: number(min), max: number(max) })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t('form.money', { currency })}
        inputMode="decimal"
        autoComplete="off"
        name="money"
        value={texts.money}
        onChange={({ target }) => typeMoney(target.value)}
        onBlur={() => setTouched(true)}
      />
      <TextField
        label={t('form.coins')}
        inputMode="numeric"
        autoComplete="off"
        name="coins"
        value={texts.coins}
        onChange={({ target }) => typeCoins(target.value)}
        onBlur={() => setTouched(true)}
        hint={bounds}
        {...(isWrong && { error: bounds })}
      />
    </div>
  )
}

/** The offer for customers in that country, as the server will count it. */
const offerIn = (offer: Offer, country: string | null): Offer => ({
  ...offer,
  tax: { ...offer.tax, rate: rateFor(offer.tax.rate, offer.countries, country) },
})

const Summary = ({ offer, chosen }: { offer: Offer; chosen: Chosen | null }) => {
  const t = useT()
  const money = useMoney()
  const { number } = useFormat()
  const { currency, coinsPerUnit, tax, balance } = offer
  const paid = chosen && withTax(priceOf(chosen.coins, coinsPerUnit, currency), tax)
  const show = (amount: number | undefined) => (amount === undefined ? '–' : money({ amount, currency }))
  const name = tax.name || t('form.tax')
  const rate = number(tax.rate / 100)
  return (
    <KeyValue
      items={[
        { label: t('form.get'), value: chosen ? number(chosen.coins + chosen.bonus) : '–' },
        {
          label: t('form.balance'),
          value: chosen ? number(balance + chosen.coins + chosen.bonus) : number(balance),
        },
        ...(tax.rate > 0
          ? [
              {
                label: t(tax.included ? 'form.taxIncluded' : 'form.taxAdded', { name, rate }),
                value: show(paid?.tax),
              },
            ]
          : []),
        { label: t('form.total'), value: <strong>{show(paid?.total)}</strong> },
      ]}
    />
  )
}

interface ProvidersProps {
  readonly providers: Offer['providers']
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

const Providers = ({ providers, chosen, onChoose }: ProvidersProps) => {
  const t = useT()
  if (providers.length < 2) return null
  return (
    <fieldset className="min-w-0 border-0 p-0">
      <legend className="sp-label mb-2">{t('form.provider')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {providers.map((each) => (
          <Choice
            key={each.id}
            name="provider"
            value={each.id}
            chosen={chosen === each.id}
            onChoose={() => onChoose(each.id)}
          >
            <strong>{each.name}</strong>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

/** The billing details, which ask before they are lost until the order has them. */
const useBilling = ({ billing: stored }: Offer, isStarted: boolean) => {
  const first = stored ?? emptyBilling
  const [billing, setBilling] = useState(first)
  const isTyped = JSON.stringify(billing) !== JSON.stringify(first)
  return { billing, setBilling, release: useUnsavedGuard(isTyped, () => isStarted) }
}

/** Coins, provider, price, and the way to pay. */
export const AddCreditsForm = ({ offer: all, onOutdated }: { offer: Offer; onOutdated: () => void }) => {
  const t = useT()
  const money = useMoney()
  const explain = useExplain()
  const withKey = useRequestKey()
  const start = useAction(startPayment, { refreshes: [listPayments] })
  const { billing, setBilling, release } = useBilling(all, start.isPending || start.isSuccess)
  const offer = offerIn(all, billing.country)
  const { currency, coinsPerUnit, tax, providers, packages, min, max } = offer
  const [bundle, setBundle] = useState<Chosen | null>(packages[0] ?? null)
  const [typed, setTyped] = useState<number | null>(null)
  const [provider, setProvider] = useState(providers[0]?.id ?? '')
  const own = typed !== null && typed >= min && typed <= max ? { coins: typed, bonus: 0 } : null
  const isCountryMissing = offer.countries.length > 0 && billing.country === null
  const chosen = bundle ?? own
  const total = chosen && withTax(priceOf(chosen.coins, coinsPerUnit, currency), tax).total
  const name = providers.find(({ id }) => id === provider)?.name ?? ''
  const pay = () => {
    if (!chosen || total === null) return
    const body = { provider, ...chosen, currency, amount: total, billing }
    void withKey((requestKey) => start.mutateAsync({ body: { ...body, requestKey } })).then(({ address }) => {
      // The order has the details now.
      release()
      leaveTo(address)
    }, onOutdated)
  }
  return (
    <Card>
      <form
        className="sp-form"
        onSubmit={(event) => {
          event.preventDefault()
          pay()
        }}
      >
        <FormError message={start.error ? explain(start.error) : null} />
        <Packages offer={offer} chosen={bundle} onChoose={setBundle} />
        {bundle === null && <TwoWay offer={offer} onChange={setTyped} />}
        <Providers providers={providers} chosen={provider} onChoose={setProvider} />
        <BillingFields billing={billing} onChange={setBilling} needsCountry={offer.countries.length > 0} />
        <Summary offer={offer} chosen={chosen} />
        <div className="sp-form-actions">
          <Button
            type="submit"
            variant="primary"
            icon={<ExternalLink aria-hidden />}
            disabled={chosen === null || isCountryMissing}
            loading={start.isPending || start.isSuccess}
          >
            {total === null
              ? t('form.submitEmpty', { provider: name })
              : t('form.submit', { price: money({ amount: total, currency }), provider: name })}
          </Button>
        </div>
        <p className="sp-hint">{t('form.afterwards', { provider: name })}</p>
      </form>
    </Card>
  )
}
