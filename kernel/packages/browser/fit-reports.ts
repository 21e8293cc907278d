import { reportLimits, type FaultReport, type PluginReport } from '../common/plugin-report.ts'

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
  let room = reportLimits.bytes - bytesOf({ faults: bare })
  return faults.map((fault, index) => {
    const share = index === 0 ? room : Math.floor(room / (faults.length - index))
    const stack = cutToBytes(fault.stack, share)
    room -= bytesOf(stack) - quotes
    return { ...fault, stack }
  })
}

/** Cuts stacks where the report is larger than the server accepts. */
export function fitReport(report: PluginReport): PluginReport {
  return bytesOf(report) <= reportLimits.bytes ? report : { faults: trimStacks(report.faults) }
}
