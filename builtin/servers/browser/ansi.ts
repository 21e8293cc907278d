/** A part of a line of a console, with the classes that draw it. */
export interface Piece {
  readonly text: string
  readonly className: string
}

interface Pen {
  color: number | null
  ground: number | null
  marks: ReadonlySet<'bold' | 'faint' | 'italic' | 'underline' | 'strike'>
}

const marks = { 1: 'bold', 2: 'faint', 3: 'italic', 4: 'underline', 9: 'strike' } as const
const ended: Readonly<Record<number, readonly (keyof typeof marks)[]>> = {
  22: [1, 2],
  23: [3],
  24: [4],
  29: [9],
}

// Stand-ins for the characters that begin and end sequences: expressions are legible with them.
const escape = '\uE01B'
const bell = '\uE007'
const color = /\uE01B\[([\d;:]*)m/g
/** Titles and links, and whatever moves the cursor. */
const sequences =
  /\uE01B\][^\uE007\uE01B]*(?:\uE007|\uE01B\\)?|\uE01B\[[0-?]*[ -/]*(?!m)[@-~]|\uE01B[@-Z\\^_]/g
const controls = /(?!\t)\p{Cc}|[\uE01B\uE007]/gu

const basis: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 49, 49],
  [13, 188, 121],
  [229, 229, 16],
  [36, 114, 200],
  [188, 63, 188],
  [17, 168, 205],
  [204, 204, 204],
  [118, 118, 118],
  [241, 76, 76],
  [35, 209, 139],
  [245, 245, 67],
  [59, 142, 234],
  [214, 112, 214],
  [41, 184, 219],
  [242, 242, 242],
]

/** The nearest of the sixteen colors, which are legible on the ground of the console. */
const nearest = (red: number, green: number, blue: number): number => {
  const far = ([r, g, b]: readonly [number, number, number]) =>
    (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  return basis.reduce(
    (best, candidate, index) => (far(candidate) < far(basis[best] ?? [0, 0, 0]) ? index : best),
    0,
  )
}

const ofPalette = (index: number): number => {
  if (index < 16) return index
  if (index >= 232) {
    const level = 8 + (index - 232) * 10
    return nearest(level, level, level)
  }
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40)
  const at = index - 16
  return nearest(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6))
}

/** A color in more than one number, and how many it took. */
const readExtended = (codes: readonly number[], at: number): { value: number | null; used: number } => {
  if (codes[at + 1] === 5) return { value: ofPalette(codes[at + 2] ?? 0), used: 2 }
  if (codes[at + 1] !== 2) return { value: null, used: 0 }
  return { value: nearest(codes[at + 2] ?? 0, codes[at + 3] ?? 0, codes[at + 4] ?? 0), used: 4 }
}

const plain = (): Pen => ({ color: null, ground: null, marks: new Set() })

const simple = (pen: Pen, code: number): Pen => {
  if (code === 0) return plain()
  const mark = marks[code as keyof typeof marks]
  if (mark) return { ...pen, marks: new Set([...pen.marks, mark]) }
  const over = ended[code]?.map((each) => marks[each])
  if (over) return { ...pen, marks: new Set([...pen.marks].filter((each) => !over.includes(each))) }
  if (code >= 30 && code <= 37) return { ...pen, color: code - 30 }
  if (code >= 90 && code <= 97) return { ...pen, color: code - 82 }
  if (code >= 40 && code <= 47) return { ...pen, ground: code - 40 }
  if (code >= 100 && code <= 107) return { ...pen, ground: code - 92 }
  if (code === 39) return { ...pen, color: null }
  return code === 49 ? { ...pen, ground: null } : pen
}

const apply = (pen: Pen, codes: readonly number[]): Pen => {
  let now = pen
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code !== 38 && code !== 48) {
      now = simple(now, code)
      continue
    }
    const { value, used } = readExtended(codes, at)
    now = code === 38 ? { ...now, color: value } : { ...now, ground: value }
    at += used
  }
  return now
}

const classOf = ({ color: front, ground, marks: drawn }: Pen): string =>
  [
    ...(front === null ? [] : [`console-fg-${front}`]),
    ...(ground === null ? [] : [`console-bg-${ground}`]),
    ...[...drawn].map((mark) => `console-${mark}`),
  ].join(' ')

/** A carriage return begins the line again, as progress bars do. */
const lastWriting = (text: string): string => text.replace(/\r+$/, '').replace(/^.*\r/s, '')

const readable = (text: string): string =>
  lastWriting(text).replaceAll('\u001B', escape).replaceAll('\u0007', bell).replaceAll(sequences, '')

/** Reads the colors of a line. @example readAnsi('\u001B[32mDone\u001B[0m')[0] // { text: 'Done', className: 'console-fg-2' } */
export const readAnsi = (line: string): readonly Piece[] => {
  const text = readable(line)
  const pieces: Piece[] = []
  let pen = plain()
  let from = 0
  const add = (part: string) => {
    const clean = part.replaceAll(controls, '')
    if (clean !== '') pieces.push({ text: clean, className: classOf(pen) })
  }
  for (const match of text.matchAll(color)) {
    add(text.slice(from, match.index))
    pen = apply(pen, (match[1] ?? '').split(/[;:]/).map(Number))
    from = match.index + match[0].length
  }
  add(text.slice(from))
  return pieces
}

/** The line as text alone, to search and to copy. */
export const plainText = (line: string): string =>
  readAnsi(line)
    .map(({ text }) => text)
    .join('')
