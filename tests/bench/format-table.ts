import type { Measurement } from './measurement.ts'

const head = ['name', 'measured', 'reference', 'ratio', 'budget', 'verdict']

const verdictOf = ({ isMet }: Measurement): string => {
  if (isMet === null) return ''
  return isMet ? 'ok' : 'MISS'
}

const cellsOf = (each: Measurement): string[] => [
  each.name,
  each.measured,
  each.reference,
  each.ratio === null ? '' : each.ratio.toFixed(2),
  each.budget,
  verdictOf(each),
]

export const formatTable = (measurements: readonly Measurement[]): string => {
  const rows = [head, ...measurements.map(cellsOf)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
