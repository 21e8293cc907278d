import { personName } from '@spawnpoint/contracts/users/schemas'
import { z } from 'zod'

export const profileFields = z.object({
  firstName: personName,
  lastName: personName,
})

export const emailField = z.object({ email: z.string().trim().max(191).pipe(z.email()) })

export const preferenceFields = z.strictObject({
  locale: z.enum(['EN', 'RO', 'FR', 'DE', 'ES', 'MD']).optional(),
  transition: z
    .enum(['fade', 'slide-right', 'slide-left', 'slide-up', 'slide-down', 'scale', 'flip', 'rotate'])
    .optional(),
  /** Kept as the browser wrote it; the browser checks every value again when it reads it. */
  uiSettings: z
    .record(z.string().max(40), z.unknown())
    .refine((settings) => JSON.stringify(settings).length <= 8_000, { error: 'too_big' })
    .optional(),
})
