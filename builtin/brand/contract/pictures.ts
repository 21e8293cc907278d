import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const pictureKeys = ['brand_logo', 'brand_icon', 'brand_login_picture', 'brand_card'] as const
export type PictureKey = (typeof pictureKeys)[number]

export const largestPicture = 1_048_576
export const longestSide = 4_096

export const uploadPicture = defineEndpoint({
  method: 'POST',
  path: '/api/brand/pictures',
  summary: 'Upload a picture of the brand; it is used once a setting names it',
  access: { permission: 'admin.settings.edit' },
  accepts: 'application/octet-stream',
  bodyLimit: 2 * largestPicture,
  limit: 20,
  body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
  reply: z.object({ path: z.string() }),
  fails: { BRAND_NO_PICTURE: 400, BRAND_PICTURE_LARGE: 413, BRAND_PICTURE_SIDES: 400 },
})
