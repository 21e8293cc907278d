import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { LARGEST_FILE_MB } from './schemas.ts'

const count = (usual: number) =>
  ({
    schema: z.number().int().min(1).max(1_000_000),
    default: usual,
    audience: 'public',
    group: 'images',
  }) as const

export const imageHostingSettings = defineSettings({
  image_hosting_enabled: { schema: z.boolean(), default: false, audience: 'public', group: 'images' },
  /** Megabytes. */
  image_hosting_max_file_size: {
    schema: z.number().int().min(1).max(LARGEST_FILE_MB),
    default: 10,
    audience: 'public',
    group: 'images',
  },
  image_hosting_storage: { ...count(512), unit: 'megabytes' },
  image_hosting_max_files: count(500),
  image_hosting_daily_uploads: count(100),
  image_hosting_coins_per_image_enabled: {
    schema: z.boolean(),
    default: false,
    audience: 'public',
    group: 'images',
  },
  image_hosting_coins_per_image: { ...count(1), schema: z.number().int().min(1).max(1000) },
  /** In 24 hours. */
  image_hosting_coins_per_day: { ...count(10), schema: z.number().int().min(1).max(100_000) },
})
