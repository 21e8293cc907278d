const absent =
  /(?:requested module '(?<from>[^']+)' .*export named:? |Importing binding name )'(?<name>[^']+)'/

/** A module that imports what is not there fails in the browser's own words, which name no plugin and no way out. */
export function explainLinkError(plugin: string, error: unknown): unknown {
  const { from, name } = (error instanceof SyntaxError && absent.exec(error.message)?.groups) || {}
  if (name === undefined) return error
  const what = from === undefined ? name : `${name} of ${from}`
  return new Error(
    `E_EXPORT_MISSING ${plugin}: uses ${what}, which this product does not have: build it anew with the present sdk, or ask its author for a version that fits`,
    { cause: error },
  )
}
