import { useFormat } from '@spawnpoint/sdk/browser'

/** Writes a number of bytes with its unit. */
export function useSize(): (bytes: number) => string {
  const { number } = useFormat()
  return (bytes) => {
    const inKilobytes = bytes / 1024
    const isLarge = inKilobytes >= 1000
    const value = isLarge ? inKilobytes / 1024 : inKilobytes
    return `${number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${isLarge ? 'MB' : 'KB'}`
  }
}
