import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** A user name: unique whatever its case, safe in addresses and commands. */
export const username = z
  .string()
  .trim()
  .min(3)
  .max(32)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/)

export const email = z.string().trim().max(254).pipe(z.email())

/** A person's name: characters of any script and the punctuation that names use. */
export const personName = plainText(1, 64).refine((text) => /^[\p{L}\p{M}][\p{L}\p{M}'’. -]*$/u.test(text), {
  error: 'characters',
})

/** Fields that an admin may edit: an explicit list, never derived from columns. */
export const userFields = z.object({
  firstName: personName,
  lastName: personName,
  email,
  verified: z.boolean(),
  role: z.uuid(),
  banned: z.boolean(),
  bannedReason: plainText(0, 500),
})

export const supportPin = z
  .string()
  .trim()
  .regex(/^\d{6}$/)

export { userPath } from './user-path.ts'
