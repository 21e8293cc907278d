/** Surfaces of each theme that accent text is hardest to read on. */
export const hardest = { light: '#e4e7ee', dark: '#242a36' } as const

export type Theme = keyof typeof hardest

export const minimumContrast = 4.5

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

export const contrastIn = (theme: Theme, color: string): number => contrast(color, hardest[theme])

const mix = (color: string, other: string, share: number): string => {
  const others = channels(other)
  const parts = channels(color).map((own, at) => Math.round(own * (1 - share) + (others[at] ?? 0) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The same color for the other theme: as much black or white as it takes to be read there. */
export const adaptTo = (theme: Theme, color: string): string => {
  const toward = theme === 'light' ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(color, toward, share)
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
