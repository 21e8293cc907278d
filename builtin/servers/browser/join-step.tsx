import { listServers } from '@spawnpoint/contracts/servers'
import { useT, type FirstStepProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { CopyAddress, useAddressCopied } from './copy-address.tsx'

/** The last step of a new customer, done when an address was copied; joining itself happens in the game. */
export default function JoinStep({ Step }: FirstStepProps) {
  const t = useT()
  const { data } = useEndpoint(listServers)
  const isDone = useAddressCopied()
  const address = data?.servers.find((server) => server.address !== null)?.address
  return (
    <Step
      title={t('firstSteps.join.title')}
      text={t(address || isDone ? 'firstSteps.join.text' : 'firstSteps.join.wait')}
      isDone={isDone}
      action={address && <CopyAddress address={address} />}
    />
  )
}
