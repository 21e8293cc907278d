// A spreadsheet runs a cell that begins so as a formula (also in its full-width form).
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return formula.test(value) ? `'${value}` : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of CSV (RFC 4180), safe to open in a spreadsheet. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => quoted(cellText(value))).join(',')}\r\n`
