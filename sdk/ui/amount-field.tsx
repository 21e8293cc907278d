import { useState } from 'react'
import { IconButton } from './button.tsx'
import { Field, type FieldControl, type FieldTexts } from './field.tsx'
import { Minus, Plus } from './icons.ts'
import { fillOf } from './slider.tsx'
import { useUiText } from './ui-text.ts'

/** How a stored amount is shown: `per` stored units are one shown `unit`. @example const gigabytes: AmountScale = { per: 1024, step: 0.5, unit: 'GB' } */
export type AmountScale = {
  per: number
  step: number
  unit: string
  /** Only typed, without slider and buttons: for an amount without a natural end. */
  plain?: true
}

/** Props of `AmountField`. @example const props: AmountFieldProps = { label: 'Memory', name: 'memory', value: 1024, onChange: (memory) => console.log(memory), min: 256, max: 8192, scale: { per: 1024, step: 0.5, unit: 'GB' } } */
export type AmountFieldProps = FieldTexts & {
  name: string
  /** In the stored unit; null while nothing is typed. */
  value: number | null
  onChange: (value: number | null) => void
  min: number
  /** As much as there is: the slider ends here. */
  max: number
  scale: AmountScale
  disabled?: boolean
  onBlur?: () => void
}

const shownOf = (value: number | null, { per }: AmountScale): string =>
  value === null ? '' : String(Math.round((value / per) * 100) / 100)

/** An amount by slider, buttons or typing; with a plain scale by typing alone. @example <AmountField label="Memory" name="memory" value={2048} onChange={(memory) => console.log(memory)} min={256} max={8192} scale={{ per: 1024, step: 0.5, unit: 'GB' }} /> */
export const AmountField = (props: AmountFieldProps) => {
  const { name, value, onChange, min, max, scale, disabled, onBlur, ...texts } = props
  const text = useUiText()
  const [typed, setTyped] = useState<string | null>(null)
  const clamp = (stored: number) => Math.min(Math.max(stored, min), Math.max(min, max))
  const stepBy = (steps: number) => {
    const one = scale.step * scale.per
    // On the grid of the steps, so that 1.1 GB and one more are 1.5 GB.
    const next = (steps > 0 ? Math.floor((value ?? 0) / one) : Math.ceil((value ?? 0) / one)) + steps
    onChange(clamp(Math.round(next * one)))
  }
  const type = (written: string) => {
    setTyped(written)
    const shown = Number(written)
    onChange(written.trim() === '' || Number.isNaN(shown) ? null : Math.round(shown * scale.per))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  const slide = (at: number) => onChange(clamp(Math.round(at * scale.per)))
  const [least, most] = [Math.ceil(min / scale.per / scale.step) * scale.step, Math.max(min, max) / scale.per]
  const shown = typed ?? shownOf(value, scale)
  const input = (control: FieldControl) => (
    <span className="sp-amount-input">
      <input
        {...control}
        className="sp-input"
        type="number"
        inputMode="decimal"
        name={name}
        min={min / scale.per}
        step="any"
        value={shown}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <span aria-hidden>{scale.unit}</span>
    </span>
  )
  if (scale.plain) return <Field {...texts}>{input}</Field>
  return (
    <Field {...texts}>
      {(control) => (
        <div className="sp-amount">
          <div className="sp-amount-row">
            <IconButton
              label={text('ui.less', { label: texts.label })}
              tooltip={false}
              variant="secondary"
              icon={<Minus aria-hidden />}
              disabled={disabled || (value ?? 0) <= min}
              onClick={() => stepBy(-1)}
            />
            {input(control)}
            <IconButton
              label={text('ui.more', { label: texts.label })}
              tooltip={false}
              variant="secondary"
              icon={<Plus aria-hidden />}
              disabled={disabled || (value ?? 0) >= max}
              onClick={() => stepBy(1)}
            />
          </div>
          <input
            type="range"
            aria-label={`${texts.label}: ${text('ui.slider')}`}
            aria-valuetext={`${shownOf(value, scale)} ${scale.unit}`}
            min={least}
            max={most}
            step={scale.step}
            value={(value ?? min) / scale.per}
            disabled={disabled || max <= min}
            style={fillOf((value ?? min) / scale.per, least, most)}
            onChange={(event) => slide(Number(event.target.value))}
          />
        </div>
      )}
    </Field>
  )
}
