import { parseSync, Visitor } from 'vite'
import type { SourceTree } from './source-tree.ts'

export interface ModuleImport {
  readonly specifier: string
  /** Erased before the module runs, so it counts for directions and not for what is loaded. */
  readonly typeOnly: boolean
}

export interface ModuleRecord {
  readonly imports: readonly ModuleImport[]
  readonly strings: readonly string[]
  readonly hasDefaultExport: boolean
  readonly hasStarExport: boolean
}

type Parsed = ReturnType<typeof parseSync>

const staticImports = ({ module }: Parsed): ModuleImport[] => [
  ...module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  })),
  ...module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    ),
  ),
]

const treeWalk = (parsed: Parsed) => {
  const imports: ModuleImport[] = []
  const strings: string[] = []
  const visitor = new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') strings.push(node.value)
    },
    TemplateElement: (node) => {
      strings.push(node.value.cooked ?? node.value.raw)
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string')
        imports.push({ specifier: source.value, typeOnly: false })
    },
    TSImportType: ({ source }) => {
      imports.push({ specifier: source.value, typeOnly: true })
    },
  })
  visitor.visit(parsed.program)
  return { imports, strings }
}

export const parseModule = (path: string, text: string): ModuleRecord => {
  const parsed = parseSync(path, text)
  const broken = parsed.errors[0]
  if (broken) throw new Error(`${path} cannot be parsed: ${broken.message}`)
  const walked = treeWalk(parsed)
  const exported = parsed.module.staticExports.flatMap((one) => one.entries)
  return {
    imports: [...staticImports(parsed), ...walked.imports],
    strings: walked.strings,
    hasDefaultExport: exported.some(
      ({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default',
    ),
    hasStarExport: exported.some(({ importName }) => importName.kind.startsWith('All')),
  }
}

const parsedTrees = new WeakMap<SourceTree, Map<string, ModuleRecord>>()

export const moduleAt = (tree: SourceTree, path: string): ModuleRecord => {
  const records = parsedTrees.get(tree) ?? new Map<string, ModuleRecord>()
  parsedTrees.set(tree, records)
  const record = records.get(path) ?? parseModule(path, tree.get(path) ?? '')
  records.set(path, record)
  return record
}
