import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { contrastIn, corners, minimumContrast, picturePattern, type Theme } from './schemas.ts'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

const color = z
  .string()
  .trim()
  .refine((text) => text === '' || isColor(text), { error: 'color' })

const readable = (theme: Theme) =>
  color.superRefine((text, context) => {
    const ratio = isColor(text) ? contrastIn(theme, text) : minimumContrast
    if (ratio < minimumContrast)
      // Rounded down: 4.49 must not read as 4.5.
      context.addIssue({
        code: 'custom',
        message: `contrast_${theme}:${(Math.floor(ratio * 10) / 10).toFixed(1)}`,
      })
  })

const text = (most: number) => z.string().trim().max(most)

const shown = { default: '', audience: 'public', group: 'brand' } as const

const picture = { ...shown, schema: z.string().regex(picturePattern), drawnBySlot: true } as const

/** How the host's instance looks and presents itself; everything empty is the product's own. */
export const brandSettings = defineSettings({
  brand_logo: picture,
  brand_icon: picture,
  brand_login_picture: picture,
  brand_card: picture,
  brand_accent_light: { ...shown, schema: readable('light') },
  brand_accent_dark: { ...shown, schema: readable('dark') },
  brand_surface: { ...shown, schema: color },
  brand_radius: { ...shown, schema: z.enum(corners), default: 'soft' },
  brand_theme_color: { ...shown, schema: color },
  brand_description: { ...shown, schema: text(160) },
})
