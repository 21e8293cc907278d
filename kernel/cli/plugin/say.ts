import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Colours where a terminal reads along; `styleText` leaves them out elsewhere and under NO_COLOR. */
const paint = (style: Style, text: string) => styleText(style, text, { stream: process.stdout })

export const bold = (text: string) => paint('bold', text)
export const dim = (text: string) => paint('dim', text)

export const say = (text = '') => console.log(text)
export const sayDone = (text: string) => console.log(`${paint('green', '✓')} ${text}`)
export const sayWarning = (text: string) => console.log(`${paint('yellow', '!')} ${text}`)
export const sayProblem = (text: string) => console.log(`${paint('red', '✗')} ${text}`)

/** `1,234 B`, `12.3 KB`, `1.2 MB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
