import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEffect, useState } from 'react'
import { countBytes, watchInteractions } from './measure.ts'

interface Reading {
  readonly frames: number
  readonly slowest: number | null
  readonly bytes: number
}

const everyMs = 1_000

/** Counts frames and reports once a second. */
const watch = (window: Window & typeof globalThis, report: (reading: Reading) => void): (() => void) => {
  const interactions = watchInteractions(window, { buffered: true })
  let [count, since, frame] = [0, Number.NaN, 0]
  const next = (now: number): void => {
    if (Number.isNaN(since)) since = now
    else count += 1
    if (now - since >= everyMs) {
      const frames = Math.round((count * 1_000) / (now - since))
      report({ frames, slowest: interactions.slowest(), bytes: countBytes(window) })
      since = now
      count = 0
    }
    frame = window.requestAnimationFrame(next)
  }
  frame = window.requestAnimationFrame(next)
  return () => {
    window.cancelAnimationFrame(frame)
    interactions.stop()
  }
}

/** A small line over every page: frames a second, slowest interaction, bytes. */
export default function Meter() {
  const t = useT()
  const { number } = useFormat()
  const [reading, setReading] = useState<Reading | null>(null)
  useEffect(() => watch(window, setReading), [])
  return (
    <section
      aria-label={t('meter.label')}
      className="sp-bottom-line pointer-events-none min-w-48 rounded-md border border-border bg-raised px-2 py-1 font-mono text-xs text-muted tabular-nums"
    >
      {reading
        ? t('meter.line', {
            frames: number(reading.frames),
            slowest: reading.slowest === null ? '–' : t('units.ms', { value: number(reading.slowest) }),
            bytes: t('units.kb', { value: number(Math.round(reading.bytes / 1_000)) }),
          })
        : '…'}
    </section>
  )
}
