import { GameArt } from '@spawnpoint/sdk/ui/art'
import { useId } from 'react'
import { FieldNotes, useFieldControl } from '../../ui/field.tsx'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FieldInput } from './field-input.ts'

/** One of the bundled pictures, or the one that the name stands for. */
export const PictureField = ({ field: { spec }, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const group = useId()
  const { control, hintId, errorId } = useFieldControl(texts)
  const tile = (value: string | null, label: string) => (
    <label
      key={value}
      title={label}
      className="relative grid size-13 cursor-pointer place-items-center rounded-xl border border-border text-xs has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        className="sp-hidden"
        name={group}
        checked={(bound.value ?? null) === value}
        disabled={bound.disabled}
        aria-describedby={control['aria-describedby']}
        onChange={() => bound.onChange(value)}
        onBlur={bound.onBlur}
      />
      {value === null ? label : <GameArt picture={value} names={[]} square />}
      {value !== null && <span className="sp-hidden">{label}</span>}
    </label>
  )
  return (
    <fieldset className="sp-field m-0 border-0 p-0">
      <legend className="sp-label mb-1.5">{texts.label}</legend>
      <div className="flex flex-wrap gap-2">
        {tile(null, t('resource.picture.auto'))}
        {(spec.values ?? []).map((value) => tile(value, t(`resource.picture.names.${value}`)))}
      </div>
      <FieldNotes hint={texts.hint} error={texts.error} hintId={hintId} errorId={errorId} />
    </fieldset>
  )
}
