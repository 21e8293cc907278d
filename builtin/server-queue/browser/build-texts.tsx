import type { BuildRow, BuildStatus } from '@spawnpoint/contracts/server-queue'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

const tones: Record<BuildStatus, Tone> = {
  pending: 'info',
  building: 'accent',
  completed: 'success',
  failed: 'danger',
}

const scales = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A time in its largest unit: 42 seconds, 3 minutes. */
const useSpan = () => {
  const { locale } = useFormat()
  return (seconds: number) => {
    const [unit, size] = scales.find(([, least]) => seconds >= least) ?? (['second', 1] as const)
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    return format.format(Math.round(seconds / size))
  }
}

/** How long the customer waited for a server that is there now. */
const Wait = ({ createdAt, updatedAt }: Pick<BuildRow, 'createdAt' | 'updatedAt'>) => {
  const t = useT()
  const span = useSpan()
  const seconds = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000
  return seconds >= 1 ? <span className="sp-hint">{t('took', { time: span(seconds) })}</span> : null
}

type Shown = Pick<BuildRow, 'status' | 'reason'> & Partial<Pick<BuildRow, 'createdAt' | 'updatedAt'>>

/** The state of an entry, and why it waits or failed, or how long it took. */
export const BuildState = ({ status, reason, createdAt, updatedAt }: Shown) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Status tone={tones[status]}>{t(`status.${status}`)}</Status>
      {status === 'completed' && createdAt && updatedAt && <Wait {...{ createdAt, updatedAt }} />}
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
