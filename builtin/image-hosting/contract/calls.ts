import {
  defineEndpoint,
  FORM_DATA,
  listQuery,
  listReply,
  plainText,
  uploadedFile,
} from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { embedBytes, LARGEST_FILE_MB, MEGABYTE, UPLOAD_PATH } from './schemas.ts'

const flag = 'image_hosting_enabled'
const access = { user: true, flag } as const
const name = z.string().regex(/^[0-9A-Za-z]{10}$/)
const names = z.array(name).min(1).max(100)

export const hostedImage = z.object({
  id: z.string(),
  name,
  /** The file's name, as it was uploaded. */
  title: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  animated: z.boolean(),
  at: z.iso.datetime(),
  /** The page that shows it; the picture itself; its thumbnail; the page that deletes it. */
  url: z.string(),
  rawUrl: z.string(),
  thumbnailUrl: z.string(),
  deleteUrl: z.string(),
  /** Name of the upload key, or null for the website. */
  uploadedBy: z.string().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  /** Hidden from everybody until staff decide. */
  underReview: z.boolean(),
})
export type HostedImage = z.output<typeof hostedImage>

/** With the coins that the upload earned. */
const uploadedImage = hostedImage.extend({ coins: z.number().int() })
export type UploadedImage = z.output<typeof uploadedImage>

const uploadFails = {
  IMAGE_HOSTING_NO_PICTURE: 400,
  IMAGE_HOSTING_TOO_LARGE: 413,
  IMAGE_HOSTING_TOO_MANY_PIXELS: 400,
  IMAGE_HOSTING_TOO_MANY_FRAMES: 400,
  IMAGE_HOSTING_BUSY: 503,
  IMAGE_HOSTING_FULL: 409,
  IMAGE_HOSTING_TOO_MANY: 409,
  IMAGE_HOSTING_DAILY: 429,
  IMAGE_HOSTING_BLOCKED: 403,
} as const

const upload = {
  accepts: FORM_DATA,
  bodyLimit: LARGEST_FILE_MB * MEGABYTE,
  body: uploadedFile(),
  reply: uploadedImage,
}

export const uploadImage = defineEndpoint({
  method: 'POST',
  path: '/api/image-hosting/images',
  summary: 'Upload an image from the website',
  access,
  ...upload,
  limit: 120,
  fails: uploadFails,
})

export const uploadByKey = defineEndpoint({
  method: 'POST',
  path: UPLOAD_PATH,
  summary: 'Upload an image with an upload key, sent as a bearer token',
  access: { public: 'programs upload with a key of their own', origin: 'signature', flag },
  ...upload,
  limit: 120,
  fails: { ...uploadFails, IMAGE_HOSTING_KEY: 401 },
})

export const listImages = defineEndpoint({
  method: 'GET',
  path: '/api/image-hosting/images',
  summary: 'List the own images',
  access,
  query: listQuery({
    sort: ['createdAt', 'bytes', 'title'],
    filters: { deleted: z.enum(['true', 'false']) },
  }),
  reply: listReply(hostedImage),
  fails: { BAD_CURSOR: 400 },
})

export const deleteImages = defineEndpoint({
  method: 'POST',
  path: '/api/image-hosting/images/delete',
  summary: 'Delete own images; they can be restored for a day',
  access,
  body: z.strictObject({ names }),
  reply: z.object({ deleted: z.number().int() }),
})

export const restoreImages = defineEndpoint({
  method: 'POST',
  path: '/api/image-hosting/images/restore',
  summary: 'Restore own images that were deleted within a day',
  access,
  body: z.strictObject({ names }),
  reply: z.object({ restored: z.number().int() }),
  fails: { IMAGE_HOSTING_FULL: 409, IMAGE_HOSTING_TOO_MANY: 409 },
})

const used = z.object({ used: z.number().int(), max: z.number().int() })

export const readUsage = defineEndpoint({
  method: 'GET',
  path: '/api/image-hosting/usage',
  summary: 'Read how much of the own quota is used',
  access,
  reply: z.object({
    bytes: used,
    files: used,
    today: used,
    largestFile: z.number().int(),
    /** Coins of the last 24 hours, and for each new image; null where images earn nothing. */
    coins: used.extend({ each: z.number().int() }).nullable(),
  }),
})

const uploadKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type UploadKey = z.output<typeof uploadKey>

export const listKeys = defineEndpoint({
  method: 'GET',
  path: '/api/image-hosting/keys',
  summary: 'List the own upload keys',
  access,
  reply: z.object({ keys: z.array(uploadKey) }),
})

export const createKey = defineEndpoint({
  method: 'POST',
  path: '/api/image-hosting/keys',
  summary: 'Create an upload key; it is shown this once',
  access,
  limit: 20,
  body: z.strictObject({ name: plainText(1, 60) }),
  reply: z.object({ key: uploadKey, secret: z.string() }),
  fails: { IMAGE_HOSTING_KEYS_FULL: 409 },
})

export const revokeKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/image-hosting/keys/:id',
  summary: 'Revoke an upload key',
  access,
  params: z.object({ id: z.uuid() }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const embedSettings = z.strictObject({
  enabled: z.boolean(),
  siteName: z.string().trim().max(embedBytes.siteName),
  author: z.string().trim().max(100),
  title: z.string().trim().max(200),
  description: z.string().trim().max(500),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
})
export type EmbedSettings = z.output<typeof embedSettings>

export const readEmbed = defineEndpoint({
  method: 'GET',
  path: '/api/image-hosting/embed',
  summary: 'Read how chats show the own images',
  access,
  reply: z.object({ embed: embedSettings, host: z.string() }),
})

export const saveEmbed = defineEndpoint({
  method: 'PUT',
  path: '/api/image-hosting/embed',
  summary: 'Change how chats show the own images',
  access,
  body: embedSettings,
  reply: z.object({}),
})
