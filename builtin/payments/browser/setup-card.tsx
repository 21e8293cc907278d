import type { readRechargeOffer } from '@spawnpoint/contracts/payments'
import { useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Alert, Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { CreditCard } from '@spawnpoint/sdk/ui/icons'

export type Offer = ReplyOf<typeof readRechargeOffer>

/** Customers learn that there is nothing to do now; staff learn what is missing. */
export const NothingReady = ({ setup }: Pick<Offer, 'setup'>) => {
  const t = useT()
  const { translate } = useHost()
  const settings = useOpenPath()('settings')
  // Each provider is a plugin of its own, which names its settings.
  const nameOf = (id: string, key: string) => {
    const label = `settings.${key}.label`
    const name = translate(`pay-${id}`, label)
    return name.endsWith(label) ? key : name
  }
  if (setup === null)
    return <Empty icon={<CreditCard />} title={t('page.closed')} text={t('page.closedText')} />
  return (
    <Alert
      tone="warning"
      title={t('setup.title')}
      action={settings && <LinkButton to={`${settings}#billing`}>{t('setup.open')}</LinkButton>}
    >
      <p>{t('setup.text')}</p>
      <ul className="mt-2 list-disc ps-5">
        {setup.length === 0 && <li>{t('setup.none')}</li>}
        {setup.map(({ id, provider, enabled, missing }) => (
          <li key={provider}>
            {provider}: {!enabled && t('setup.off')}
            {enabled && missing.length === 0 && t('setup.currency')}
            {enabled &&
              missing.length > 0 &&
              t('setup.missing', { names: missing.map((key) => nameOf(id, key)).join(', ') })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
