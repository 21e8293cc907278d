import type { listPayments } from '@spawnpoint/contracts/payments'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

export type State = ReplyOf<typeof listPayments>['items'][number]['state']

const tones: Readonly<Record<State, Tone>> = {
  started: 'info',
  pending: 'info',
  paid: 'success',
  held: 'warning',
  failed: 'danger',
  expired: 'neutral',
  'partly-refunded': 'neutral',
  refunded: 'neutral',
  disputed: 'warning',
}

export const StateBadge = ({ state }: { state: State }) => {
  const t = useT()
  return <Status tone={tones[state]}>{t(`states.${state}`)}</Status>
}
