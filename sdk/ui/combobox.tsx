import { lazy, Suspense, type Ref } from 'react'
import { Field, splitWords, type FieldTexts } from './field.tsx'
import type { SelectOption } from './select.tsx'

/** A labelled field that searches its options. @example const props: ComboboxProps = { label: 'Time zone', options: [{ value: 'UTC', label: 'UTC' }], value: 'UTC', onChange: () => undefined } */
export type ComboboxProps = FieldTexts & {
  readonly options: readonly SelectOption[]
  /** The value of the chosen option; empty while there is none. */
  readonly value: string
  /** Called with an empty value when the field is cleared. */
  readonly onChange: (value: string) => void
  /** With it the options are searched elsewhere: called with what is typed, answered by new `options`. */
  readonly onSearch?: (text: string) => void
  readonly loading?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean | undefined
  readonly onBlur?: (() => void) | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

const Box = lazy(async () => ({ default: (await import('./combobox-box.tsx')).ComboboxBox }))

/** One of many: typing narrows the list. Its code is loaded when it is first drawn. @example const [zone, setZone] = useState('UTC'); return <Combobox label="Time zone" options={[{ value: 'UTC', label: 'UTC' }]} value={zone} onChange={setZone} /> */
export const Combobox = (props: ComboboxProps) => {
  const { words, native } = splitWords(props)
  const { options, value, placeholder } = native
  const chosen = options.find((option) => String(option.value) === value)
  return (
    <Field {...words}>
      {(control) => (
        <Suspense
          fallback={
            <input
              {...control}
              className="sp-input"
              placeholder={placeholder}
              value={chosen?.label ?? value}
              disabled
              readOnly
            />
          }
        >
          <Box {...native} control={control} label={words.label} chosen={chosen} />
        </Suspense>
      )}
    </Field>
  )
}
