import { z } from 'zod'

/** A place in a sorted list: the row that a page ended or began with. @example const at: Position = { value: 'Ada', id: '7' } */
export interface Position {
  readonly value: string | null
  readonly id: string
}

/** Where a page begins, and in which direction it is read. */
export interface Start {
  readonly direction: 'next' | 'previous'
  /** Null: the very beginning, or for `previous` the very end. */
  readonly at: Position | null
}

/** The order of a list; a cursor is valid only for the order it was made in. @example const order: Order = { sort: 'name', order: 'asc' } */
export interface Order {
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

const idTypes = { uuid: z.uuid(), bigint: z.string().regex(/^\d{1,18}$/) } as const

/** Type of the column that makes the order unique. @example const idType: IdType = 'uuid' */
export type IdType = keyof typeof idTypes

export const isIdType = (type: string): type is IdType => Object.hasOwn(idTypes, type)

const shape = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.enum(['next', 'previous']),
  z.string().nullable(),
  z.string(),
])

export const writeCursor = ({ sort, order }: Order, direction: Start['direction'], at: Position): string =>
  Buffer.from(JSON.stringify([sort, order, direction, at.value, at.id])).toString('base64url')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the schema refuses it.
    return undefined
  }
}

/** Reads a cursor; null when it is malformed, or one of another order. */
export function readCursor(text: string, { sort, order }: Order, idType: IdType): Start | null {
  const read = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!read.success) return null
  const [ownSort, ownOrder, direction, value, id] = read.data
  if (ownSort !== sort || ownOrder !== order || value?.includes('\u0000')) return null
  return idTypes[idType].safeParse(id).success ? { direction, at: { value, id } } : null
}
