import type { DestinationStream } from 'pino'

/** Bytes of a warning with the end of its line. */
export const LONGEST_WARNING = 1_000
/** Bytes that the number of lines left out may take of them. */
const REPEATED = 24
/** Lines alike that are written in a minute. */
export const ALIKE_A_MINUTE = 50
const MINUTE_MS = 60_000
/** Different lines that are counted at a time; others are written as they come. */
const COUNTED = 1_000
const TEXTS = [300, 100, 30] as const

const sampled = /^\{"level":"(warn|error)"/
const warning = '{"level":"warn"'
/** The plugin, the address, the reason and, at the end, the message, as pino writes them. */
const subject = /"plugin":"[^"]+"|"ip":"[^"]+"|"reason":"(?:[^"\\]|\\.)*"|"msg":"(?:[^"\\]|\\.)*"\}\s*$/g

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Texts cut to this length, and errors without their stack. */
function cutTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 5).map((each) => cutTexts(each, longest))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'stack' ? [] : [[name, cutTexts(each, longest)] as const],
    ),
  )
}

const isShort = (line: string) => Buffer.byteLength(line) <= LONGEST_WARNING - REPEATED

/** A warning of at most 1,000 bytes: a stack belongs to an error, and a log is paid for by its size. */
function shorten(line: string): string {
  if (!line.startsWith(warning) || isShort(line)) return line
  const fields: unknown = JSON.parse(line)
  if (!isObject(fields)) return line
  for (const longest of TEXTS) {
    const text = `${JSON.stringify(cutTexts(fields, longest))}\n`
    if (isShort(text)) return text
  }
  const { level, time, plugin, msg } = fields
  return `${JSON.stringify(cutTexts({ level, time, plugin, msg, cut: true }, 100))}\n`
}

export interface LogStream extends DestinationStream {
  /** Writes the lines that would follow at the end of a minute. */
  flush(): void
}

interface Alike {
  written: number
  skipped: number
  last: string
}

/**
 * Passes lines on, warnings in 1,000 bytes at most. Of warnings and errors of one plugin with one message, address and
 * reason 50 are written in a minute; the last of the others follows at its end, with their number as `repeated`.
 */
export function createLogStream(destination: DestinationStream): LogStream {
  const counted = new Map<string, Alike>()
  function writeRepeated(alike: Alike) {
    if (alike.skipped === 0) return
    destination.write(alike.last.replace(/\}\s*$/, `,"repeated":${alike.skipped}}\n`))
    alike.skipped = 0
  }
  function begin(key: string) {
    const alike: Alike = { written: 0, skipped: 0, last: '' }
    counted.set(key, alike)
    setTimeout(() => {
      counted.delete(key)
      writeRepeated(alike)
    }, MINUTE_MS).unref()
    return alike
  }
  return {
    write(line) {
      const text = shorten(line)
      if (!sampled.test(text)) return destination.write(text)
      const key = [...text.matchAll(subject)].map(([found]) => found).join(' ')
      const alike = counted.get(key) ?? (counted.size < COUNTED ? begin(key) : null)
      if (!alike || alike.written < ALIKE_A_MINUTE) {
        if (alike) alike.written += 1
        return destination.write(text)
      }
      alike.skipped += 1
      alike.last = text
    },
    flush() {
      for (const alike of counted.values()) writeRepeated(alike)
    },
  }
}
