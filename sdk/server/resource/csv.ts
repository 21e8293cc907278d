// A spreadsheet runs a cell that begins so as a formula (also in its full-width form).
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return formula.test(value) ? `'${value}` : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of CSV (RFC 4180) with its line end: strings, numbers and booleans as they are, null as nothing, all else as JSON. A text that a spreadsheet would run as a formula gets an apostrophe before it. @example csvLine(['Ada', 3]) // 'Ada,3\r\n' */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => quoted(cellText(value))).join(',')}\r\n`
