import { giveCoins, readGiftOffer } from '@spawnpoint/contracts/gifts'
import { feeOf } from '@spawnpoint/contracts/gifts/schemas'
import {
  CallError,
  Slot,
  useExplain,
  useFormat,
  useHost,
  useOpenPath,
  useParams,
  useRequestKey,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Avatar,
  Button,
  Card,
  Empty,
  FormError,
  KeyValue,
  LinkButton,
  Page,
  Skeleton,
  TextField,
  fillInput,
  useFields,
} from '@spawnpoint/sdk/ui'
import { Gift, User } from '@spawnpoint/sdk/ui/icons'
import { useRef, useState } from 'react'

type Offer = ReplyOf<typeof readGiftOffer>

const wholeNumber = /^\d{1,13}$/
const read = (text: string): number | null => (wholeNumber.test(text.trim()) ? Number(text) : null)

/** The largest gift that the bounds and the balance, fee included, allow. */
const mostOf = ({ balance, max, feePercent }: Offer): number => {
  const guess = Math.min(max, Math.floor((balance * 100) / (100 + feePercent)))
  return guess > 0 && guess + feeOf(guess, feePercent) > balance ? guess - 1 : guess
}

const giftOf = ({ recipient, feePercent }: Offer, coins: number) => ({
  to: recipient.id,
  coins,
  fee: feeOf(coins, feePercent),
})

/** The price of a gift, and where coins come from while the balance does not cover it. */
const Preview = ({ offer, coins }: { offer: Offer; coins: number | null }) => {
  const t = useT()
  const { number } = useFormat()
  const fee = coins === null ? null : feeOf(coins, offer.feePercent)
  const show = (value: number | null) => (value === null ? '–' : number(value))
  const price = coins === null || fee === null ? null : coins + fee
  const isShort = mostOf(offer) < offer.min || (price !== null && price > offer.balance)
  return (
    <>
      <KeyValue
        items={[
          { label: t('form.receives', { name: offer.recipient.name }), value: show(coins) },
          { label: t('form.fee', { percent: offer.feePercent }), value: show(fee) },
          {
            label: t('form.pays'),
            value: <strong>{show(price)}</strong>,
          },
        ]}
      />
      {isShort && (
        <span className="sp-actions empty:hidden">
          <Slot name="coins.sources" isShort={false} />
        </span>
      )}
    </>
  )
}

const GiftForm = ({ offer, onGiven }: { offer: Offer; onGiven: (coins: number) => void }) => {
  const t = useT()
  const explain = useExplain()
  const host = useHost()
  const { number } = useFormat()
  const withKey = useRequestKey()
  const give = useAction(giveCoins, { refreshes: [readGiftOffer] })
  const { min, max, balance, feePercent } = offer
  const form = useFields({
    initial: { coins: '' },
    validate: ({ coins }) => {
      const amount = read(coins)
      if (amount === null || amount < min || amount > max)
        return { coins: t('form.bounds', { min: number(min), max: number(max) }) }
      return amount + feeOf(amount, feePercent) > balance ? { coins: t('form.tooMuch') } : {}
    },
    submit: async ({ coins }) => {
      const amount = Number(coins)
      await withKey((requestKey) => give.mutateAsync({ body: { ...giftOf(offer, amount), requestKey } }))
      onGiven(amount)
      await host.refreshSession('refresh')
    },
    onFailure: (error) =>
      error instanceof CallError && error.code.startsWith('GIFTS_')
        ? { fields: { coins: explain(error) } }
        : { message: explain(error) },
  })
  useUnsavedGuard(form.isDirty)
  const field = form.field('coins')
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const most = mostOf(offer)
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <TextField
        label={t('form.coins')}
        hint={t('form.hint', { min: number(min), max: number(max), balance: number(balance) })}
        inputMode="numeric"
        autoComplete="off"
        required
        {...field}
        ref={input}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          field.onInput()
        }}
      />
      <Preview offer={offer} coins={read(typed)} />
      <div className="sp-form-actions">
        <Button disabled={most < min} onClick={() => input.current && fillInput(input.current, String(most))}>
          {t('form.max')}
        </Button>
        <Button type="submit" variant="primary" icon={<Gift aria-hidden />} loading={form.submitting}>
          {t('form.submit')}
        </Button>
      </div>
    </form>
  )
}

export default function GiftPage() {
  const t = useT()
  const { number } = useFormat()
  const { uuid = '' } = useParams()
  const [given, setGiven] = useState<number | null>(null)
  const [times, setTimes] = useState(0)
  const query = useEndpoint(readGiftOffer, { params: { uuid } })
  const profile = useOpenPath()('profile', { uuid })
  const take = (coins: number) => {
    setGiven(coins)
    setTimes(times + 1)
  }
  return (
    <Page
      title={t('page.title')}
      subject={query.data?.recipient.name}
      description={t('page.description')}
      width="narrow"
    >
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-64" />}
        gone={<Empty icon={<User />} title={t('page.gone')} text={t('page.goneText')} />}
      >
        {(offer) => (
          <div className="grid gap-4">
            <output className="contents">
              {given !== null && (
                <Alert
                  tone="success"
                  action={profile && <LinkButton to={profile}>{t('page.profile')}</LinkButton>}
                >
                  {t('page.given', { name: offer.recipient.name, coins: number(given) })}
                </Alert>
              )}
            </output>
            <Card>
              <p className="mb-4 flex items-center gap-3">
                <Avatar id={offer.recipient.id} name={offer.recipient.name} src={offer.recipient.avatar} />
                <span className="truncate font-semibold">{offer.recipient.name}</span>
              </p>
              <GiftForm key={times} offer={offer} onGiven={take} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
