import { createHash } from 'node:crypto'

/** A request key made of others: the same parts give the same one. */
export const derivedKey = (...parts: readonly string[]): string => {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
