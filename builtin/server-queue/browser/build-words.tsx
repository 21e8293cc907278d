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
      {reason && <span className="sp-hint">{t(`reasons.${reason}`)}</span>}
    </span>
  )
}

/** Memory, CPU and disk in one line. */
export const useSizeLine = () => {
  const t = useT()
  const { number } = useFormat()
  return ({ memory, cpu, disk }: Pick<BuildRow, 'memory' | 'cpu' | 'disk'>) =>
    [
      t('units.mb', { value: number(memory) }),
      t('units.percent', { value: number(cpu) }),
      t('units.mb', { value: number(disk) }),
    ].join(' · ')
}
