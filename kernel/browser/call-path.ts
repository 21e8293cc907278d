const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The path of a call with its params filled in, encoded. */
export const fillPath = (path: string, params: unknown): string => {
  const values = recordOf(params)
  return path.replaceAll(/:(\w+)/g, (_mark, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}
