import { contrast, minimumContrast, mixColors } from '@spawnpoint/sdk/common'

export { minimumContrast }

/** Surfaces of each theme that accent text is hardest to read on. */
export const hardest = { light: '#e4e7ee', dark: '#242a36' } as const

export type Theme = keyof typeof hardest

export const contrastIn = (theme: Theme, color: string): number => contrast(color, hardest[theme])

/** The same color for the other theme: as much black or white as it takes to be read there. */
export const adaptTo = (theme: Theme, color: string): string => {
  const toward = theme === 'light' ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixColors(color, toward, share)
    if (contrastIn(theme, tried) >= minimumContrast) return tried
  }
  return toward
}

/** The address of an uploaded picture, which names its size, or nothing. */
export const picturePattern = /^(\/api\/brand\/pictures\/[0-9a-f-]{36}\/\d{1,4}x\d{1,4}\.(png|jpg|webp))?$/

/** Width and height, as the address of a picture names them. */
export const sizeOf = (path: string): { readonly width: number; readonly height: number } | null => {
  const [, width, height] = /\/(\d+)x(\d+)\.\w+$/.exec(path) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}
