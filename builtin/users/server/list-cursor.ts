import { z } from 'zod'

/** The order of the list, which a cursor is only good for. */
export interface ListOrder {
  readonly sort: 'createdAt' | 'lastSeenAt' | 'username' | 'email'
  readonly order: 'asc' | 'desc'
}

/** Where a page begins: behind a row, or in front of it. */
export interface Start {
  readonly direction: 'next' | 'previous'
  readonly value: string
  readonly id: string
}

const shape = z.tuple([z.string(), z.string(), z.enum(['next', 'previous']), z.string(), z.uuid()])
// As `writeCursor` is given it; other forms of a moment are none that PostgreSQL has to read.
const isMoment = (text: string) =>
  /^[1-9]\d{3}-/.test(text) && z.iso.datetime({ precision: 3 }).safeParse(text).success

export const writeCursor = ({ sort, order }: ListOrder, { direction, value, id }: Start): string =>
  Buffer.from(JSON.stringify([sort, order, direction, value, id])).toString('base64url')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the schema refuses it like any other stranger.
    return undefined
  }
}

/** Reads a cursor; null when it is none of ours, or one of another order. */
export function readCursor(text: string, { sort, order }: ListOrder): Start | null {
  const read = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!read.success) return null
  const [ownSort, ownOrder, direction, value, id] = read.data
  if (ownSort !== sort || ownOrder !== order || value.includes('\u0000')) return null
  if (sort.endsWith('At') && !isMoment(value)) return null
  return { direction, value, id }
}
