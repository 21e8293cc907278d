import { parseSync } from 'vite'

type ModuleRecord = ReturnType<typeof parseSync>['module']

export interface NamedImport {
  readonly from: string
  readonly name: string
  readonly start: number
}

/** Values that a module imports or re-exports by name; types are gone before it runs and do not count. */
export function namesImportedBy(module: ModuleRecord): NamedImport[] {
  const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, isType }) =>
      !isType && importName.name
        ? [
            {
              from: moduleRequest.value,
              name: importName.name,
              start: importName.start ?? moduleRequest.start,
            },
          ]
        : [],
    ),
  )
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      !isType && moduleRequest && importName.name
        ? [
            {
              from: moduleRequest.value,
              name: importName.name,
              start: importName.start ?? moduleRequest.start,
            },
          ]
        : [],
    ),
  )
  return [...imported, ...passedOn]
}

export const namedImports = (file: string, code: string): NamedImport[] =>
  namesImportedBy(parseSync(file, code).module)
