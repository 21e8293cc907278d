import { useFormat } from '@spawnpoint/sdk/browser'

const units = ['KB', 'MB', 'GB'] as const

/** Writes a number of bytes with its unit. */
export function useSize(): (bytes: number) => string {
  const { number } = useFormat()
  return (bytes) => {
    let [value, unit] = [bytes / 1024, 0]
    for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1024
    return `${number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[unit] ?? ''}`
  }
}
