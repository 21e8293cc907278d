import { readStatement } from '@spawnpoint/contracts/coins'
import { useHost, useSession, useT, type FirstStepProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { LinkButton } from '@spawnpoint/sdk/ui'

/** The first step of a new customer: done once any coins have come, also when they are spent again. */
export default function CoinsStep({ Step }: FirstStepProps) {
  const t = useT()
  const host = useHost()
  const has = useSession(({ user }) => typeof user['credits'] === 'number' && user['credits'] > 0)
  const { data } = useEndpoint(readStatement, { query: { limit: 1 } }, { enabled: !has })
  const isDone = has || (data ? data.items.length > 0 : null)
  return (
    <Step
      title={t('step.title')}
      text={t('step.text')}
      isDone={isDone}
      action={
        isDone === false && (
          <LinkButton size="sm" variant="primary" to={host.pathTo('earn-redeem')}>
            {t('nav.redeem')}
          </LinkButton>
        )
      }
    />
  )
}
