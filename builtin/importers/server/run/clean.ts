import { email as emailSchema, personName } from '@spawnpoint/contracts/users/schemas'

/** The first characters of a text of any size. */
const cut = (text: string, most: number) =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')

/** A line without control characters or halves of characters. */
export const cleanLine = (text: string | null, most: number): string =>
  cut(
    (text ?? '')
      .slice(0, 8 * most)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\uFFFD]+/gu, ' ')
      .trim(),
    most,
  ).trim()

/** A text whose lines stay; what else cannot be stored or seen is left out. */
export const cleanText = (text: string | null, most: number): string =>
  cut(
    (text ?? '')
      .slice(0, 2 * most)
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/(?![\n\t])[\p{Cc}\uFFFD]/gu, ''),
    most,
  ).trim()

/** Null for none that could be written to. */
export function cleanEmail(text: string | null): string | null {
  const read = emailSchema.safeParse((text ?? '').slice(0, 1000))
  return read.success ? read.data : null
}

/** A name that a form would accept; empty where nothing of it is left. */
export function cleanName(text: string | null): string {
  const line = cleanLine(text, 200)
    .replaceAll(/[^\p{L}\p{M}'’. -]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
  const name = cut(line.replace(/^[^\p{L}]+/u, ''), 64).trim()
  return personName.safeParse(name).success ? name : ''
}

const longestUsername = 32

/** Keeps the characters of a name that a username may have; empty where too few are left. */
function plainUsername(text: string | null): string {
  const plain = (text ?? '')
    .slice(0, 200)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, longestUsername)
    .replace(/[^A-Za-z0-9]+$/, '')
  return plain.length < 3 ? '' : plain
}

/** The username to begin with: the one in the source, else its id. An email address would show who somebody is. */
export const suggestUsername = (name: string | null, id: string): string =>
  plainUsername(name) || plainUsername(`user-${id}`) || 'user'

/** The same with a number behind it. */
export const numbered = (name: string, number: number): string =>
  number === 1 ? name : `${name.slice(0, longestUsername - String(number).length - 1)}-${number}`
