import { readMessages } from './locale-messages.ts'
import type { SourceTree } from './source-tree.ts'

const shell = 'shell'

const pluginOf = (path: string): string => /^builtin\/([^/]+)\//.exec(path)?.[1] ?? shell

/** The namespaces that a file reads: its own, the shell's, and those it asks for by name. */
const namespacesOf = (path: string, text: string): readonly string[] => [
  pluginOf(path),
  shell,
  ...[...text.matchAll(/\buseT\('([\w-]+)'\)/g)].map(([, plugin = '']) => plugin),
]

/** Texts that a component asks for by a literal key which English lacks: a person would read the key. */
export const findUnknownKeys = (tree: SourceTree): readonly string[] => {
  const known = new Set(
    [...tree].flatMap(([path, text]) =>
      /^(builtin\/[^/]+\/)?locales\/en\.yml$/.test(path) ? [...readMessages(text).byKey.keys()] : [],
    ),
  )
  return [...tree].flatMap(([path, text]) => {
    if (!/^(builtin|kernel\/browser)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$|\/testing\.ts$/.test(path))
      return []
    const namespaces = namespacesOf(path, text)
    return [...text.matchAll(/(?<![\w.])t\(\s*'([\w.-]+)'/g)].flatMap(([, key = '']) =>
      namespaces.some((each) => known.has(`${each}.${key}`)) ? [] : [`${path}: no text ${key}`],
    )
  })
}
