const LONGEST = 240

const isControl = (text: string) => [...text].some((char) => char < ' ' || char === '\u007f')

/** True for a path that stays inside the folder it is unpacked to, on every system. */
export function isInside(path: string): boolean {
  if (path.length === 0 || path.length > LONGEST || isControl(path)) return false
  if (path.includes('\\') || path.includes(':') || path.startsWith('/')) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

// Some systems fold case and accents: there both names are one file.
const folded = (path: string) => path.normalize('NFC').toLowerCase()

/** The first path that another one hides or stands in the way of; null when all can lie side by side. */
export function findTwice(paths: readonly string[]): string | null {
  const files = new Set<string>()
  for (const path of paths) {
    if (files.has(folded(path))) return path
    files.add(folded(path))
  }
  const isBelowFile = (path: string) => {
    const parts = folded(path).split('/')
    return parts.some((_part, index) => index > 0 && files.has(parts.slice(0, index).join('/')))
  }
  return paths.find(isBelowFile) ?? null
}
