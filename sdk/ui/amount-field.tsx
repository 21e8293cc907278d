import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
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

/** As it is read out, with the decimals of the language; the field itself takes a point in every language. */
const spokenOf = (value: number | null, scale: AmountScale): string => {
  const shown = new Intl.NumberFormat(document.documentElement.lang || 'en', { maximumFractionDigits: 2 })
  return value === null ? '' : `${shown.format(value / scale.per)} ${scale.unit}`
}

type AmountPart = Pick<AmountFieldProps, 'name' | 'value' | 'onChange' | 'min' | 'max' | 'scale'> & {
  disabled: boolean | undefined
  onBlur: (() => void) | undefined
}

/** Keeps the typed text as it is until the field is left. */
const TypedAmount = ({ control, ...amount }: AmountPart & { control: FieldControl }) => {
  const { name, value, onChange, min, scale, disabled, onBlur } = amount
  const [typed, setTyped] = useState<string | null>(null)
  const type = (written: string) => {
    setTyped(written)
    const shown = Number(written)
    onChange(written.trim() === '' || Number.isNaN(shown) ? null : Math.round(shown * scale.per))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  return (
    <span className="sp-amount-input">
      <input
        {...control}
        className="sp-input"
        type="number"
        inputMode="decimal"
        name={name}
        min={min / scale.per}
        step="any"
        value={typed ?? shownOf(value, scale)}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <span aria-hidden>{scale.unit}</span>
    </span>
  )
}

const AmountSlider = ({ label, ...amount }: AmountPart & { label: string }) => {
  const { value, onChange, min, max, scale, disabled } = amount
  const [least, most] = [Math.ceil(min / scale.per / scale.step) * scale.step, Math.max(min, max) / scale.per]
  const at = (value ?? min) / scale.per
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={spokenOf(value, scale)}
      min={least}
      max={most}
      step={scale.step}
      value={at}
      disabled={disabled || max <= min}
      style={fillOf(at, least, most)}
      onChange={(event) => onChange(clamp(Math.round(Number(event.target.value) * scale.per), amount))}
    />
  )
}

const clamp = (stored: number, { min, max }: AmountPart) =>
  Math.min(Math.max(stored, min), Math.max(min, max))

/** The amount some steps up or down, on the grid of the steps, so that 1.1 GB and one more are 1.5 GB. */
const stepped = (amount: AmountPart, steps: number) => {
  const { value, scale } = amount
  const one = scale.step * scale.per
  const next = (steps > 0 ? Math.floor((value ?? 0) / one) : Math.ceil((value ?? 0) / one)) + steps
  return clamp(Math.round(next * one), amount)
}

/** An amount by slider, buttons or typing; with a plain scale by typing alone. @example <AmountField label="Memory" name="memory" value={2048} onChange={(memory) => console.log(memory)} min={256} max={8192} scale={{ per: 1024, step: 0.5, unit: 'GB' }} /> */
export const AmountField = (props: AmountFieldProps) => {
  const { name, value, onChange, min, max, scale, disabled, onBlur, ...texts } = props
  const text = useUiText()
  const amount = { name, value, onChange, min, max, scale, disabled, onBlur }
  const input = (control: FieldControl) => <TypedAmount control={control} {...amount} />
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
              disabled={disabled}
              aria-disabled={(value ?? 0) <= min}
              onClick={() => onChange(stepped(amount, -1))}
            />
            {input(control)}
            <IconButton
              label={text('ui.more', { label: texts.label })}
              tooltip={false}
              variant="secondary"
              icon={<Plus aria-hidden />}
              disabled={disabled}
              aria-disabled={(value ?? 0) >= max}
              onClick={() => onChange(stepped(amount, 1))}
            />
          </div>
          <AmountSlider label={`${texts.label}: ${text('ui.slider')}`} {...amount} />
        </div>
      )}
    </Field>
  )
}
