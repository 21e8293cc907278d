import { parseSync } from 'vite'

export interface NamedImport {
  readonly from: string
  readonly name: string
}

/** Values that a module imports or re-exports by name; types are gone before it runs and do not count. */
export function namedImports(file: string, code: string): NamedImport[] {
  const { module } = parseSync(file, code)
  const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, isType }) =>
      !isType && importName.name ? [{ from: moduleRequest.value, name: importName.name }] : [],
    ),
  )
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      !isType && moduleRequest && importName.name
        ? [{ from: moduleRequest.value, name: importName.name }]
        : [],
    ),
  )
  return [...imported, ...passedOn]
}
