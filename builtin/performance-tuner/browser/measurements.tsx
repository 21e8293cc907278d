import { useFormat, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { Gauge } from '@spawnpoint/sdk/ui/icons'
import { useRef, useState } from 'react'
import { measure, type Measurement } from './measure.ts'
import { changeTuner, tuner } from './tuner-store.ts'

const lengthMs = 3_000

const rows = ['frame', 'slowFrame', 'longFrames', 'interaction', 'downloaded', 'memory'] as const

const useShown = () => {
  const t = useT()
  const { number } = useFormat()
  const round = (value: number, digits: number) => number(Number(value.toFixed(digits)))
  return (row: (typeof rows)[number], measured: Measurement | null): string => {
    const value = measured?.[row] ?? null
    if (value === null) return '–'
    if (row === 'longFrames') return number(value)
    if (row === 'downloaded') return t('units.kb', { value: round(value / 1_000, 0) })
    if (row === 'memory') return t('units.mb', { value: round(value / 1_000_000, 1) })
    return t('units.ms', { value: round(value, 1) })
  }
}

interface Measured {
  readonly before: Measurement | null
  readonly now: Measurement | null
}

const MeasurementTable = ({ before, now }: Measured) => {
  const t = useT()
  const shown = useShown()
  return (
    <table className="w-full text-sm" aria-label={t('parts.measure')}>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="py-1 text-start font-medium">
            {t('measure.value')}
          </th>
          <th scope="col" className="py-1 text-end font-medium">
            {t('measure.before')}
          </th>
          <th scope="col" className="py-1 text-end font-medium">
            {t('measure.now')}
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rows.map((row) => (
          <tr key={row} className="border-t border-border">
            <th scope="row" className="py-1.5 text-start font-normal text-muted">
              {t(`measure.rows.${row}`)}
            </th>
            <td className="py-1.5 text-end">{shown(row, before)}</td>
            <td className="py-1.5 text-end">{shown(row, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Measures the page behind, so that a setting shows what it brings instead of promising it. */
export const Measurements = () => {
  const t = useT()
  const host = useHost()
  const { before, now } = useStore(tuner)
  const [isRunning, setRunning] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const run = async (part: 'before' | 'now') => {
    setRunning(true)
    const result = await measure(window, { ms: lengthMs })
    changeTuner(host, part === 'before' ? { before: result, now: null } : { now: result })
    setRunning(false)
  }
  const clear = () => {
    // The button goes with what it clears.
    start.current?.focus()
    changeTuner(host, { before: null, now: null })
  }
  return (
    <>
      <p className="sp-hint">{t('measure.text')}</p>
      <MeasurementTable before={before} now={now} />
      <div className="flex flex-wrap gap-2">
        <Button
          ref={start}
          size="sm"
          icon={<Gauge aria-hidden />}
          loading={isRunning}
          onClick={() => void run(before ? 'now' : 'before')}
        >
          {t(before ? 'measure.again' : 'measure.start')}
        </Button>
        {before && (
          <Button size="sm" variant="ghost" onClick={clear}>
            {t('measure.clear')}
          </Button>
        )}
        <output className="sp-hidden">{before && !isRunning && t('measure.done')}</output>
      </div>
    </>
  )
}
