import type { DeliveryView } from '@spawnpoint/contracts/webhooks'
import type { DeliveryStatus } from '@spawnpoint/contracts/webhooks/schemas'
import { useT } from '@spawnpoint/sdk/browser'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
  held: 'warning',
}

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => {
  const t = useT()
  return <Status tone={tones[status]}>{t(`statuses.${status}`)}</Status>
}

/** The answer of the receiver, or why there was none. */
export const useProblem = () => {
  const t = useT()
  return ({ problem, httpStatus }: Pick<DeliveryView, 'problem' | 'httpStatus'>): string => {
    if (problem === null) return httpStatus === null ? '–' : String(httpStatus)
    const text = t(`problems.${problem}`)
    return httpStatus === null ? text : t('answered', { text, status: httpStatus })
  }
}
