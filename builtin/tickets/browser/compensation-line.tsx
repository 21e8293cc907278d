import type { GrantedCompensation } from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { CircleAlert, Gift, X } from '@spawnpoint/sdk/ui/icons'
import type { ReactNode } from 'react'

/** A grant in words: "50 coins · 3 more days for Lobby". */
const useGrantText = () => {
  const t = useT()
  const format = useFormat()
  return ({ coins, days, server }: GrantedCompensation) =>
    [
      ...(coins === 0 ? [] : [t('compensation.amount', { count: coins, value: format.number(coins) })]),
      ...(days === 0
        ? []
        : [t('compensation.extension', { count: days, value: format.number(days), server })]),
    ].join(' · ')
}

const Line = ({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) => (
  <p className={`mt-3 flex items-center gap-2 rounded-md border px-3 py-2 text-sm ${tone}`}>
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

/** The grant of a reply, below it. */
export const CompensationLine = ({ granted }: { granted: GrantedCompensation }) => {
  const t = useT()
  const text = useGrantText()
  return (
    <Line icon={<Gift aria-hidden className="size-4 shrink-0 text-success" />} tone="border-border">
      {t('compensation.granted', { what: text(granted) })}
    </Line>
  )
}

/** The part that could not be paid, for staff. */
export const FailedCompensation = ({ granted }: { granted: GrantedCompensation }) => {
  const t = useT()
  const text = useGrantText()
  return (
    <Line icon={<CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />} tone="border-danger">
      {t('compensation.failed', { what: text(granted) })}
    </Line>
  )
}

/** The grant of the reply that is being written. */
export const PendingCompensation = ({
  granted,
  onRemove,
}: {
  granted: GrantedCompensation
  onRemove: () => void
}) => {
  const t = useT()
  const text = useGrantText()
  return (
    <div className="flex w-full items-center gap-2 rounded-md border border-border px-3 py-1 text-sm">
      <Gift aria-hidden className="size-4 shrink-0 text-success" />
      <span className="me-auto min-w-0 wrap-anywhere">
        {t('compensation.pending', { what: text(granted) })}
      </span>
      <IconButton label={t('compensation.remove')} size="sm" icon={<X aria-hidden />} onClick={onRemove} />
    </div>
  )
}
