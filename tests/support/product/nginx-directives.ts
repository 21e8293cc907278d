/** A line of a configuration of nginx: its name, what follows, and the lines between braces where it has some. */
export interface Directive {
  readonly name: string
  readonly args: readonly string[]
  readonly block: readonly Directive[] | null
}

const TOKEN = /#[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]|(?:\$\{\w+\}|[^\s{};])+/g

/** Reads a configuration as nginx does, without knowing its directives. */
export function parseNginx(text: string): readonly Directive[] {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('#')).values()

  function readBlock(isInner: boolean): readonly Directive[] {
    const directives: Directive[] = []
    let words: string[] = []
    for (const token of tokens) {
      if (token === '}') {
        if (!isInner || words.length > 0) throw new Error(`"}" in the wrong place after ${words.join(' ')}`)
        return directives
      }
      if (token !== ';' && token !== '{') {
        words.push(token.replace(/^(['"])(.*)\1$/s, '$2'))
        continue
      }
      const [name, ...args] = words
      if (name === undefined) throw new Error(`"${token}" without a directive before it`)
      words = []
      directives.push({ name, args, block: token === '{' ? readBlock(true) : null })
    }
    if (isInner || words.length > 0) throw new Error('the file ends within a directive')
    return directives
  }
  return readBlock(false)
}

/** The words after each directive of this name, as one text. */
export const valuesOf = (directives: readonly Directive[], name: string): readonly string[] =>
  directives.filter((each) => each.name === name).map(({ args }) => args.join(' '))

/** The lines of the first block of this name, with these words after it. */
export function blockOf(directives: readonly Directive[], name: string, args = ''): readonly Directive[] {
  const found = directives.find((each) => each.name === name && (args === '' || each.args.join(' ') === args))
  if (!found?.block) throw new Error(`no block "${name} ${args}"`)
  return found.block
}
