import { init, parse } from 'es-module-lexer'

/** A name that a script imports of a module; whole modules and mere side effects name none. */
export interface ImportedNames {
  readonly from: string
  readonly names: readonly string[]
}

// The lexer compiles once; everything that reads imports does so synchronously.
await init()

const member = /^([^\s{},*"']+)(?:\s+as\s+[^\s{},*"']+)?$/

/** `a as b, c` */
const membersOf = (list: string): readonly string[] =>
  list.split(',').flatMap((each) => member.exec(each.trim())?.[1] ?? [])

/** Names in an `import` or `export … from` statement. */
function namesIn(statement: string): readonly string[] {
  const clause = statement.replace(/^(import|export)\b/, '').trim()
  const own = /^[^\s{},*"']+\s*(,|from\b)/.test(clause) ? ['default'] : []
  const [, list = ''] = /\{([^}]*)\}[^{}]*$/.exec(clause) ?? []
  return [...own, ...membersOf(list)]
}

function tryParse(code: string) {
  try {
    return parse(code)[0]
  } catch {
    // A script that doesn't parse fails to load in the browser, which says why.
    return []
  }
}

/** Static imports of a script. */
export const importedNames = (code: string): readonly ImportedNames[] =>
  tryParse(code).flatMap((each) => {
    if (each.type !== 'static' && each.type !== 'reexport-star') return []
    const clause = code.slice(each.importStart, each.start - 1)
    return [{ from: each.specifier, names: namesIn(clause) }]
  })
