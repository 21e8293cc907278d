import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Tone } from './tone.ts'
import { useUiText } from './ui-text.ts'

const toneOfUse = (share: number): Tone => {
  if (share >= 0.95) return 'danger'
  return share >= 0.8 ? 'warning' : 'accent'
}

/** How far a job is; without a value, that it runs. @example <ProgressBar label="Uploading" value={0.4} /> */
export const ProgressBar = ({
  label,
  value,
  note,
  tone = 'accent',
  hideLabel = false,
  valueText,
  about,
}: {
  label: string
  /** Spoken before the label, where several bars have the same one. */
  about?: string
  /** From 0 to 1. */
  value?: number | undefined
  note?: ReactNode
  tone?: Tone
  hideLabel?: boolean
  /** Spoken in place of the percentage. */
  valueText?: string
}) => {
  const id = useId()
  return (
    <div className={classNames('sp-meter', `sp-tone-${tone}`)}>
      <div className={hideLabel ? 'sp-hidden' : 'sp-meter-head'}>
        <label htmlFor={id}>
          {about !== undefined && (
            <>
              <span className="sp-hidden">{about}:</span>{' '}
            </>
          )}
          {label}
        </label>
        {note && <span>{note}</span>}
      </div>
      <progress
        id={id}
        max={1}
        {...(value !== undefined && { value })}
        {...(valueText !== undefined && { 'aria-valuetext': valueText })}
      />
    </div>
  )
}

/** How much of a limit is used; warns as it fills, unless a tone is given. @example <Meter label="Memory" value={3} max={8} format={(n) => `${n} GB`} /> */
export const Meter = ({
  label,
  value,
  max,
  format = String,
  tone,
}: {
  label: string
  value: number
  max: number
  format?: (value: number) => string
  tone?: Tone
}) => {
  const text = useUiText()
  const share = max > 0 ? Math.min(1, value / max) : Number(value > 0)
  const use = text('ui.usage', { value: format(value), max: format(max) })
  return (
    <ProgressBar label={label} value={share} tone={tone ?? toneOfUse(share)} note={use} valueText={use} />
  )
}
