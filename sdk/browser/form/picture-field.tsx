import { Button, Field } from '@spawnpoint/sdk/ui'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { useId, useState, type ReactNode } from 'react'
import { FieldNotes, useFieldControl } from '../../ui/field.tsx'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FieldInput } from './field-input.ts'
import { useChoices } from './use-choices.ts'

interface Tile {
  readonly value: string | null
  readonly label: string
  /** The label itself where there is none. */
  readonly picture?: ReactNode
}

const Tiles = ({ input: { bound, texts }, tiles }: { input: FieldInput; tiles: readonly Tile[] }) => {
  const group = useId()
  const { control, hintId, errorId } = useFieldControl(texts)
  return (
    <fieldset className="sp-field m-0 border-0 p-0">
      <legend className="sp-label mb-1.5">{texts.label}</legend>
      <div className="flex max-h-64 flex-wrap gap-2 overflow-y-auto p-0.5">
        {tiles.map(({ value, label, picture }) => (
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
            {picture ?? label}
            {picture && <span className="sp-hidden">{label}</span>}
          </label>
        ))}
      </div>
      <FieldNotes hint={texts.hint} error={texts.error} hintId={hintId} errorId={errorId} />
    </fieldset>
  )
}

/** One of the bundled pictures, or the one that the name stands for. */
export const PictureField = (input: FieldInput) => {
  const t = useT(SHELL)
  const bundled = (input.field.spec.values ?? []).map((value) => ({
    value,
    label: t(`resource.picture.names.${value}`),
    picture: <GameArt picture={value} names={[]} square />,
  }))
  return <Tiles input={input} tiles={[{ value: null, label: t('resource.picture.auto') }, ...bundled]} />
}

/** One of the pictures that an endpoint answers; most rows have none, so the pictures are asked for when somebody wants one. */
export const PictureChoice = (input: FieldInput) => {
  const t = useT(SHELL)
  const { field, choices: source, form, bound, texts } = input
  const value = typeof bound.value === 'string' ? bound.value : null
  const [isWanted, setWanted] = useState(value !== null)
  const isOpen = isWanted || value !== null
  const { choices, state } = useChoices(field, isOpen ? source : undefined, form)
  const isEmpty = state === 'ready' && choices.length === 0 && value === null
  if (!isOpen || isEmpty)
    return (
      <Field {...texts} hint={isOpen ? t('resource.picture.nothing') : texts.hint}>
        {(control) => (
          <div>
            <Button
              size="sm"
              id={control.id}
              aria-describedby={control['aria-describedby']}
              disabled={isOpen || bound.disabled === true}
              onClick={() => setWanted(true)}
            >
              {t('resource.picture.choose')}
            </Button>
          </div>
        )}
      </Field>
    )
  const tiles = choices.map((choice) => ({
    value: String(choice.value),
    label: choice.label,
    picture: choice.picture && <GameArt picture={choice.picture} names={[]} square />,
  }))
  return <Tiles input={input} tiles={[{ value: null, label: t('resource.picture.none') }, ...tiles]} />
}
