import { z } from 'zod'

declare const brand: unique symbol

/** A string that can only be made by parsing or by a named function. @example type UserId = Branded<'UserId'> */
export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** The id of a person with an account: a UUID. @example const id = userId.parse(text) */
export type UserId = Branded<'UserId'>

/** Parses a {@link UserId}. @example z.object({ to: userId }) */
export const userId = z.uuid().transform((text) => text as UserId)

/** Parses an id of a row: a UUID in lower or upper case. @example z.object({ id: rowId }) */
export const rowId = z.uuid()

/** A whole, non-negative number of coins, at most 10¹². @example z.object({ amount: coins.min(1) }) */
export const coins = z.number().int().min(0).max(1_000_000_000_000)

/**
 * Text as people type it: no NUL and no lone surrogate (PostgreSQL refuses both), trimmed.
 *
 * @example z.object({ name: plainText(1, 32) })
 */
export const plainText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: 'characters' })
