import type { CSSProperties } from 'react'
import { Field, type FieldTexts } from './field.tsx'

/** Props of `Slider`. @example const props: SliderProps = { label: 'Zoom', value: 1, min: 0.5, max: 1.5, step: 0.1, onChange: (zoom) => console.log(zoom) } */
export type SliderProps = Pick<FieldTexts, 'label' | 'hint'> & {
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
  /** Turns a value into its words; by default the number. */
  format?: (value: number) => string
  disabled?: boolean
}

/** How much of a range is filled, for its styles: browsers without a part of their own for it have no other way to tell. */
export const fillOf = (value: number, min: number, max: number): CSSProperties => ({
  ['--sp-fill' as string]: `${max > min ? Math.round(((value - min) / (max - min)) * 1000) / 10 : 0}%`,
})

/** All values that can be chosen: the largest is one even where the steps do not meet it. */
const stopsOf = ({ min, max, step }: Pick<SliderProps, 'min' | 'max' | 'step'>): readonly number[] => {
  const count = Math.floor((max - min) / step + 1e-9)
  const stops = Array.from({ length: count + 1 }, (_, index) => Number((min + index * step).toFixed(4)))
  return stops.at(-1) === max ? stops : [...stops, max]
}

/** A number of a range, chosen by hand or by the arrow keys, with its value beside the label. @example <Slider label="Opacity" value={0.5} min={0.1} max={1} step={0.05} onChange={setOpacity} /> */
export const Slider = ({
  label,
  hint,
  value,
  onChange,
  format = String,
  disabled,
  ...bounds
}: SliderProps) => {
  const stops = stopsOf(bounds)
  const nearest = stops.reduce((best, stop) =>
    Math.abs(stop - value) < Math.abs(best - value) ? stop : best,
  )
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <span className="sp-slider">
          <input
            {...control}
            type="range"
            // Places of the stops, since a native range never reaches a largest value that is no step.
            min={0}
            max={stops.length - 1}
            step={1}
            value={stops.indexOf(nearest)}
            disabled={disabled}
            style={fillOf(stops.indexOf(nearest), 0, stops.length - 1)}
            aria-valuetext={format(nearest)}
            onChange={(event) => onChange(stops[Number(event.target.value)] ?? nearest)}
          />
          <output>{format(nearest)}</output>
        </span>
      )}
    </Field>
  )
}
