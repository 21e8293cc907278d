import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from './password-bounds.ts'

const lengthOf = (text: string) => [...text].length

/** Exactly as typed: not trimmed, not folded; counted in characters, so that an emoji is one. */
export const newPassword = z
  .string()
  .max(4 * PASSWORD_MAX)
  .refine((text) => lengthOf(text) >= PASSWORD_MIN, { error: 'too_small' })
  .refine((text) => lengthOf(text) <= PASSWORD_MAX, { error: 'too_big' })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'characters' })

export const email = z.string().trim().max(191).pipe(z.email())

export const username = z
  .string()
  .trim()
  .min(3)
  .max(32)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/)

export const secretToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** Six digits of the app, or a recovery code with or without its dash. */
export const secondFactorCode = z.string().trim().min(6).max(20)

export const preferences = z.object({
  locale: z.string().nullable(),
  transition: z.string().nullable(),
  uiSettings: z.record(z.string(), z.unknown()).nullable(),
})
