import { stripVTControlCharacters, styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Colours where a terminal reads along; `styleText` leaves them out elsewhere and under NO_COLOR. */
const paint = (style: Style, text: string) => styleText(style, text, { stream: process.stdout })

export const bold = (text: string) => paint('bold', text)
export const dim = (text: string) => paint('dim', text)

export const say = (text = '') => console.log(text)
export const sayDone = (text: string) => console.log(`${paint('green', '✓')} ${text}`)
export const sayWarning = (text: string) => console.log(`${paint('yellow', '!')} ${text}`)
export const sayProblem = (text: string) => console.log(`${paint('red', '✗')} ${text}`)

const isOfStack = (line: string) => /^\s+at \S/.test(line)

/** Error text without the colors and stacks of the bundler; for our own errors, their sentence. */
export function wordsOf(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = text.split('\n').filter((line) => !isOfStack(line))
  const ours = lines.flatMap((line) => /^(?:\w*Error: )?(E_[A-Z_]+: .+)$/.exec(line)?.[1] ?? [])
  return (ours.length > 0 ? ours : lines).join('\n').trimEnd()
}

/** `1,234 B`, `12.3 KB`, `1.2 MB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
