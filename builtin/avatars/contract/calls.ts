import { defineEndpoint, FORM_DATA, rowId, uploadedFile } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { largestAvatar } from './schemas.ts'

const upload = {
  accepts: FORM_DATA,
  bodyLimit: largestAvatar,
  limit: 20,
  body: uploadedFile(),
  reply: z.object({ url: z.string() }),
  fails: {
    AVATARS_NO_PICTURE: 400,
    AVATARS_TOO_MANY_PIXELS: 400,
    AVATARS_BLOCKED: 403,
    AVATARS_BUSY: 503,
    TOO_LARGE: 413,
  },
} as const

const ofUser = {
  params: z.strictObject({ user: rowId }),
  access: { permission: 'admin.users.edit' },
} as const

export const uploadAvatar = defineEndpoint({
  method: 'POST',
  path: '/api/avatars/own',
  summary: 'Upload the own profile picture: a form with one file',
  access: { user: true, flag: 'avatars_enabled' },
  ...upload,
})

export const uploadBackground = defineEndpoint({
  method: 'POST',
  path: '/api/avatars/background',
  summary: 'Upload the picture behind the own pages: a form with one file',
  access: { user: true, flag: 'backgrounds_enabled' },
  ...upload,
})

export const readBackground = defineEndpoint({
  method: 'GET',
  path: '/api/avatars/background',
  summary: 'Read the address of the own background',
  access: { user: true },
  reply: z.object({ url: z.string().nullable() }),
})

/** Also while uploads are off: people can always take their picture back. */
export const removeBackground = defineEndpoint({
  method: 'DELETE',
  path: '/api/avatars/background',
  summary: 'Remove the own background',
  access: { user: true },
  reply: z.object({}),
})

export const readUserBackground = defineEndpoint({
  method: 'GET',
  path: '/api/avatars/users/:user/background',
  summary: 'Read the address of the background of a user',
  ...ofUser,
  reply: z.object({ url: z.string().nullable() }),
  fails: { NOT_FOUND: 404 },
})

export const removeUserBackground = defineEndpoint({
  method: 'DELETE',
  path: '/api/avatars/users/:user/background',
  summary: 'Remove the background of a user',
  ...ofUser,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, AVATARS_EXCEEDS_OWN: 403 },
})

/** Also while uploads are off: people can always take their picture back. */
export const removeAvatar = defineEndpoint({
  method: 'DELETE',
  path: '/api/avatars/own',
  summary: 'Remove the own profile picture',
  access: { user: true },
  reply: z.object({}),
})

export const removeUserAvatar = defineEndpoint({
  method: 'DELETE',
  path: '/api/avatars/users/:user',
  summary: 'Remove the profile picture of a user',
  ...ofUser,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, AVATARS_EXCEEDS_OWN: 403 },
})
