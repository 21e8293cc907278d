import { reportLimits, type FaultReport, type PluginReport } from '../../common/plugin-report.ts'

const encoder = new TextEncoder()

/** As the server counts: a sign may be four bytes, and one that JSON escapes six. */
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
const quotes = bytesOf('')

function cutToBytes(text: string, bytes: number): string {
  if (bytesOf(text) - quotes <= bytes) return text
  let left = bytes
  let end = 0
  for (const sign of text) {
    left -= bytesOf(sign) - quotes
    if (left < 0) break
    end += sign.length
  }
  return text.slice(0, end)
}

/** The first stack is what an operator reads as the reason: it stays whole, and the others share the rest. */
function trimStacks(faults: readonly FaultReport[]): readonly FaultReport[] {
  const bare = faults.map((fault) => ({ ...fault, stack: '' }))
  let room = reportLimits.bytes - bytesOf({ faults: bare, deprecations: [] })
  return faults.map((fault, index) => {
    const share = index === 0 ? room : Math.floor(room / (faults.length - index))
    const stack = cutToBytes(fault.stack, share)
    room -= bytesOf(stack) - quotes
    return { ...fault, stack }
  })
}

/** What there is to tell in as few requests as the server takes: one that is too large is refused whole. */
export function fitReports(report: PluginReport): readonly PluginReport[] {
  const { faults, deprecations } = report
  if (bytesOf(report) <= reportLimits.bytes) return [report]
  if (faults.length > 0) {
    const trimmed = { faults: trimStacks(faults), deprecations: [] }
    return deprecations.length > 0 ? [trimmed, ...fitReports({ faults: [], deprecations })] : [trimmed]
  }
  if (deprecations.length < 2) return []
  const half = Math.ceil(deprecations.length / 2)
  return [deprecations.slice(0, half), deprecations.slice(half)].flatMap((part) =>
    fitReports({ faults: [], deprecations: part }),
  )
}
