/** A name that a script imports of a module; whole modules and mere side effects name none. */
export interface ImportedNames {
  readonly from: string
  readonly names: readonly string[]
}

const blank = /\s+|;+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'use strict'|"use strict"/y
const keyword = /(import|export)(?![\w$])/y
const member = /^([^\s{},*"']+)(?:\s+as\s+[^\s{},*"']+)?$/

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** `a as b, c` */
function membersOf(list: string): readonly string[] | null {
  const found: string[] = []
  for (const each of list.split(',').map((text) => text.trim())) {
    const name = member.exec(each)?.[1]
    if (name !== undefined) found.push(name)
    else if (each !== '') return null
  }
  return found
}

/** Text between `import` and the module name; null when this is no import declaration. */
function namesIn(clause: string): readonly string[] | null {
  const what = clause.slice(0, -'from'.length).trim()
  if (!clause.endsWith('from')) return null
  const [, first = '', rest = ''] = /^([^\s{},*"'();]*)\s*,?\s*(.*)$/s.exec(what) ?? []
  const own = first === '' ? [] : ['default']
  if (rest === '' || /^\*(\s*as\s+[^\s{},*"'();]+)?$/.test(rest)) return own
  const members = rest.startsWith('{') && rest.endsWith('}') ? membersOf(rest.slice(1, -1)) : null
  return members && [...own, ...members]
}

/**
 * Imports at the top of a script, where bundlers put all of theirs. Reading stops
 * at the first text that is no such declaration, so that nothing in a string or a comment is ever taken for one.
 */
export function importedNames(code: string): readonly ImportedNames[] {
  const found: ImportedNames[] = []
  let at = 0
  for (;;) {
    // One at a time: a pattern for all of them would keep each on the stack.
    for (let skipped = matchAt(blank, code, at); skipped; skipped = matchAt(blank, code, at))
      at += skipped[0].length
    const word = matchAt(keyword, code, at)?.[1]
    if (word === undefined) return found
    const start = at + word.length
    const quote = /["']/g
    quote.lastIndex = start
    const open = quote.exec(code)
    if (!open) return found
    const close = code.indexOf(open[0], open.index + 1)
    const from = close === -1 ? '\n' : code.slice(open.index + 1, close)
    const clause = code.slice(start, open.index).trim()
    const names = clause === '' && word === 'import' ? [] : namesIn(clause)
    if (names === null || /[\\\n]/.test(from)) return found
    found.push({ from, names })
    at = close + 1
  }
}
