export interface Bounds {
  readonly min: number
  readonly max: number
  readonly step: number
}

export const bounds = {
  backgroundOpacity: { min: 0.1, max: 1, step: 0.05 },
  skinZoom: { min: 0.5, max: 1.5, step: 0.1 },
  transitionSpeed: { min: 0.5, max: 5, step: 0.1 },
  frameRateLimit: { min: 30, max: 144, step: 15 },
} as const satisfies Record<string, Bounds>

/** The nearest stop; the maximum is one even where the steps do not meet it. */
export const snap = (value: number, { min, max, step }: Bounds): number => {
  if (value <= min) return min
  if (value >= max) return max
  const stop = Number((min + Math.round((value - min) / step) * step).toFixed(4))
  return stop > max || max - value < Math.abs(stop - value) ? max : stop
}
