import type { DestinationStream } from 'pino'

/** Bytes of a line that is not told whole, with its end. */
export const LONGEST_LINE = 1_000
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
/** Characters of a stack's first line, which tells the message of the error that stands in a field of its own too. */
const LONGEST_HEAD = 200
/** The lines of a stack below its message. */
const frame = /^(\s+at |caused by: )/
/** The plugin, the address, the reason and, at the end, the message, as pino writes them. */
const subject = /"plugin":"[^"]+"|"ip":"[^"]+"|"reason":"(?:[^"\\]|\\.)*"|"msg":"(?:[^"\\]|\\.)*"\}\s*$/g

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Texts cut to this length, and errors without their stack. */
function cutTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 5).map((each) => cutTexts(each, longest))
  return isObject(value) ? cutFields(value, longest) : value
}

function cutFields(fields: Fields, longest: number): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, each]) =>
      name === 'stack' ? [] : [[name, cutTexts(each, longest)] as const],
    ),
  )
}

const isShort = (line: string) => Buffer.byteLength(line) <= LONGEST_LINE - REPEATED
const lineOf = (fields: Fields) => `${JSON.stringify(fields)}\n`

/** The line with as many upper lines of the error's stack as there is room for. */
function withFrames(cut: Fields, error: unknown): string {
  const whole = isObject(error) && typeof error['stack'] === 'string' ? error['stack'].split('\n') : []
  const [head = ''] = whole
  const frames = whole.filter((each) => frame.test(each))
  const { err } = cut
  let text = lineOf(cut)
  if (!isObject(err)) return text
  for (let count = 1; count <= frames.length; count += 1) {
    const upper = [
      head.slice(0, LONGEST_HEAD),
      ...frames.slice(0, count),
      ...(count < frames.length ? ['…'] : []),
    ]
    const longer = lineOf({ ...cut, err: { ...err, stack: upper.join('\n') } })
    if (!isShort(longer)) break
    text = longer
  }
  return text
}

/** The line in at most 1,000 bytes, since a log is paid for by its size; of a stack only an error has anything. */
function shorten(line: string): string {
  const fields: unknown = JSON.parse(line)
  if (!isObject(fields)) return line
  for (const longest of TEXTS) {
    const cut = cutFields(fields, longest)
    if (isShort(lineOf(cut))) return line.startsWith(warning) ? lineOf(cut) : withFrames(cut, fields['err'])
  }
  const { level, time, plugin, msg } = fields
  return lineOf(cutFields({ level, time, plugin, cut: true, msg }, 100))
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
 * Passes lines on: warnings in 1,000 bytes at most, errors too unless `keepsStacks`. Of warnings and errors of one plugin
 * with one message, address and reason 50 are written in a minute; the last of the others follows at its end, with their
 * number as `repeated`.
 */
export function createLogStream(destination: DestinationStream, keepsStacks: boolean): LogStream {
  const bounded = keepsStacks ? /^\{"level":"warn"/ : sampled
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
      const text = bounded.test(line) && !isShort(line) ? shorten(line) : line
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
