/** One line of the bench's table: what was measured, and what it was held against in the same run. */
export interface Measurement {
  readonly name: string
  readonly measured: string
  /** The reference and its figure. */
  readonly reference: string
  readonly ratio: number | null
  readonly budget: string
  /** Null where a figure is only told. */
  readonly isMet: boolean | null
}

/** A part of the bench that `--only` can name. */
export interface Part {
  readonly name: string
  run(): Promise<readonly Measurement[]>
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const at = (index: number) => sorted[index] ?? Number.NaN
  return sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2
}

/** The mean of the middle half: what is told in steps, as frames are, has no finer median than its steps. */
export const middleMean = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const outside = Math.floor(sorted.length / 4)
  const middle = sorted.slice(outside, sorted.length - outside)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`
export const perSecond = (rate: number): string => `${Math.round(rate)}/s`

interface Limited {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly show: (value: number) => string
  readonly note?: string
}

/** A figure with an upper bound of its own. */
export const limited = ({ name, value, most, show, note = '' }: Limited): Measurement => ({
  name,
  measured: show(value),
  reference: note,
  ratio: null,
  budget: `<= ${show(most)}`,
  isMet: value <= most,
})

interface Compared {
  readonly name: string
  readonly value: number
  readonly against: { readonly name: string; readonly value: number }
  readonly show: (value: number) => string
  readonly bound: { readonly least: number } | { readonly most: number }
}

/** A figure judged by its ratio to a reference of the same run. */
export const compared = ({ name, value, against, show, bound }: Compared): Measurement => {
  const ratio = value / against.value
  const isLeast = 'least' in bound
  return {
    name,
    measured: show(value),
    reference: `${against.name}: ${show(against.value)}`,
    ratio,
    budget: isLeast ? `>= ${bound.least.toFixed(2)} x` : `<= ${bound.most.toFixed(2)} x`,
    isMet: isLeast ? ratio >= bound.least : ratio <= bound.most,
  }
}
