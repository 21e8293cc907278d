import type { BuildRow, BuildStatus } from '@spawnpoint/contracts/server-queue'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

const tones: Record<BuildStatus, Tone> = {
  pending: 'info',
  building: 'accent',
  completed: 'success',
  failed: 'danger',
}

/** The state of an entry, and why it waits or failed. */
export const BuildState = ({ status, reason }: Pick<BuildRow, 'status' | 'reason'>) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Status tone={tones[status]}>{t(`status.${status}`)}</Status>
      {reason && (
        <span className="sp-hint" title={t(`reasons.${reason}`)}>
          {t(`reasons.${reason}`)}
        </span>
      )}
    </span>
  )
}

/** Memory, CPU and disk in one line; no amount is parted from its unit. */
export const useSizeLine = () => {
  const t = useT()
  const { number } = useFormat()
  const size = (mb: number) =>
    mb >= 1024 && mb % 128 === 0
      ? t('units.gb', { value: number(mb / 1024) })
      : t('units.mb', { value: number(mb) })
  return ({ memory, cpu, disk }: Pick<BuildRow, 'memory' | 'cpu' | 'disk'>) =>
    [size(memory), t('units.percent', { value: number(cpu) }), size(disk)]
      .map((amount) => amount.replaceAll(' ', '\u00A0'))
      .join(' · ')
}
