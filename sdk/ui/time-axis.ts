/** Ticks closer than the format can tell would repeat the same label. */
export const onlyNew = (labels: readonly string[]) =>
  labels.map((label, index) => (label === labels[index - 1] ? '' : label))

const kilo = 1024

/** Distances of lines at amounts of bytes, each a round number of the unit that its label is written in. */
export const byteSteps: readonly number[] = [1, kilo, kilo ** 2, kilo ** 3, kilo ** 4].flatMap((unit) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * unit),
)

/** Labels for ticks in seconds since 1970 that are `step` seconds apart: days, times or seconds. */
export function createTimeLabels(locale?: string, timeZone?: string) {
  const format = (fields: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...fields, ...(timeZone !== undefined && { timeZone }) })
  const day = format({ day: 'numeric', month: 'short' })
  const minute = format({ hour: '2-digit', minute: '2-digit' })
  const second = format({ minute: '2-digit', second: '2-digit' })
  return (ticks: readonly number[], step: number) => {
    const time = step >= 86_400 ? day : step >= 60 ? minute : second
    return onlyNew(ticks.map((tick) => time.format(tick * 1000)))
  }
}
