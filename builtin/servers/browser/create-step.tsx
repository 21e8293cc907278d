import { listServers } from '@spawnpoint/contracts/servers'
import { useHost, useT, type FirstStepProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { LinkButton } from '@spawnpoint/sdk/ui'

/** The step of a new customer that is done with the first order. */
export default function CreateStep({ Step }: FirstStepProps) {
  const t = useT()
  const host = useHost()
  const { data } = useEndpoint(listServers)
  const isDone = data ? data.servers.length + data.queued.length > 0 : null
  return (
    <Step
      title={t('firstSteps.create.title')}
      text={t('firstSteps.create.text')}
      isDone={isDone}
      action={
        isDone === false && (
          <LinkButton size="sm" to={host.pathTo('server-create')}>
            {t('nav')}
          </LinkButton>
        )
      }
    />
  )
}
