import { readBalance } from '@spawnpoint/contracts/coins'
import { redeemCode } from '@spawnpoint/contracts/earn'
import { CallError, Slot, useExplain, useFormat, useHost, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  FormError,
  Page,
  Skeleton,
  Stat,
  TextField,
  useFields,
} from '@spawnpoint/sdk/ui'
import { Coins, Gift } from '@spawnpoint/sdk/ui/icons'
import { useState, type SyntheticEvent } from 'react'
import { SocialLinks } from './social-links.tsx'

const RedeemForm = ({ onTry, onRedeemed }: { onTry: () => void; onRedeemed: (coins: number) => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const withKey = useRequestKey()
  const redeem = useAction(redeemCode, { refreshes: [readBalance] })
  const form = useFields({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() === '' ? { code: t('redeem.missing') } : {}),
    submit: async ({ code }) => {
      const { coins } = await withKey((requestKey) => redeem.mutateAsync({ body: { code, requestKey } }))
      onRedeemed(coins)
      await host.refreshSession('refresh')
    },
    onFailure: (error) =>
      error instanceof CallError && error.fields['code']
        ? { fields: { code: explain(error) } }
        : { message: explain(error) },
  })
  useUnsavedGuard(form.isDirty)
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    onTry()
    form.props.onSubmit(event)
  }
  return (
    <form className="sp-form" {...form.props} onSubmit={send}>
      <FormError message={form.formError} />
      <TextField
        label={t('redeem.code')}
        hint={t('redeem.hint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        required
        {...form.field('code')}
      />
      <div className="sp-form-actions">
        <Button type="submit" variant="primary" icon={<Gift aria-hidden />} loading={form.submitting}>
          {t('redeem.submit')}
        </Button>
      </div>
    </form>
  )
}

const Balance = () => {
  const t = useT()
  const format = useFormat()
  const explain = useExplain()
  const { data, error } = useEndpoint(readBalance)
  if (error) return <Alert tone="warning">{explain(error)}</Alert>
  return (
    <Stat
      label={t('redeem.balance')}
      value={data ? format.number(data.balance) : <Skeleton />}
      icon={<Coins aria-hidden />}
    />
  )
}

export default function RedeemPage() {
  const t = useT()
  const format = useFormat()
  const [times, setTimes] = useState(0)
  const [received, setReceived] = useState<number | null>(null)
  const take = (coins: number) => {
    setReceived(coins)
    setTimes(times + 1)
  }
  return (
    <Page title={t('redeem.title')} description={t('redeem.description')} width="narrow">
      <Balance />
      <output className="contents">
        {received !== null && (
          <Alert
            tone="success"
            action={
              <div className="sp-actions">
                <Slot name="coins.uses" />
              </div>
            }
          >
            {t('redeem.received', { coins: format.number(received) })}
          </Alert>
        )}
      </output>
      <Card>
        <RedeemForm key={times} onTry={() => setReceived(null)} onRedeemed={take} />
      </Card>
      <SocialLinks />
    </Page>
  )
}
