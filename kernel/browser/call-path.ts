import { isRecord } from '../../sdk/common/is-record.ts'

/** The path of a page or a call with its params filled in, encoded. */
export const fillPath = (path: string, params?: unknown): string => {
  const values = isRecord(params) ? params : {}
  return path.replaceAll(/:(\w+)/g, (_mark, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}
