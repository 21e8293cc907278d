import { defineEndpoint, FORM_DATA, listQuery, listReply, uploadedFile } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { largestImage, longestName } from './schemas.ts'

const image = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  thumbnailUrl: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  createdAt: z.iso.datetime(),
})

export type CatalogImage = z.output<typeof image>

const params = z.strictObject({ id: z.uuid() })

export const listImages = defineEndpoint({
  method: 'GET',
  path: '/api/images',
  summary: 'List catalog images',
  access: { permission: 'admin.images.list' },
  query: listQuery(),
  reply: listReply(image),
  fails: { BAD_CURSOR: 400 },
})

export const getImage = defineEndpoint({
  method: 'GET',
  path: '/api/images/:id',
  summary: 'Read a catalog image',
  access: { permission: 'admin.images.list', alternatives: ['admin.images.delete'] },
  params,
  reply: z.object({ image }),
  fails: { NOT_FOUND: 404 },
})

export const createImage = defineEndpoint({
  method: 'POST',
  path: '/api/images',
  summary: 'Upload a catalog image: a form with one file and the field `name`',
  access: { permission: 'admin.images.create' },
  accepts: FORM_DATA,
  bodyLimit: largestImage,
  limit: 30,
  body: uploadedFile(),
  reply: z.object({ image }),
  fails: {
    IMAGES_NAME: 400,
    IMAGES_NAME_TAKEN: 409,
    IMAGES_NO_PICTURE: 400,
    IMAGES_TOO_MANY_PIXELS: 400,
    IMAGES_BUSY: 503,
    TOO_LARGE: 413,
  },
})

export const renameImage = defineEndpoint({
  method: 'PATCH',
  path: '/api/images/:id',
  summary: 'Rename a catalog image',
  access: { permission: 'admin.images.edit' },
  params,
  body: z.strictObject({ name: z.string().trim().min(1).max(longestName) }),
  reply: z.object({ id: z.uuid() }),
  fails: { NOT_FOUND: 404, IMAGES_NAME_TAKEN: 409 },
})

export const removeImage = defineEndpoint({
  method: 'DELETE',
  path: '/api/images/:id',
  summary: 'Delete a catalog image',
  access: { permission: 'admin.images.delete' },
  params,
  reply: z.object({ id: z.uuid() }),
  fails: { NOT_FOUND: 404 },
})
