/** A piece of a line. Placeholders are still in it: they are filled where it is written out, so that no value is markup. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

export type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }

// No alternative can match the same text in two ways, so that a long line costs no more than its length.
const inline =
  /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|`([^`\n]+)`|\[([^\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)|(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])/g

const pieceOf = ([, strong, em, code, text, href, url]: RegExpMatchArray): Inline => {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  if (code !== undefined) return { kind: 'code', text: code }
  if (url !== undefined) return { kind: 'link', text: url, href: url }
  return { kind: 'link', text: text ?? '', href: href ?? '' }
}

const readLine = (line: string): readonly Inline[] => {
  const pieces: Inline[] = []
  let end = 0
  for (const found of line.matchAll(inline)) {
    if (found.index > end) pieces.push({ kind: 'text', text: line.slice(end, found.index) })
    pieces.push(pieceOf(found))
    end = found.index + found[0].length
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) })
  return pieces
}

const marks = {
  quote: /^> ?/,
  bullet: /^[-*] +/,
  number: /^\d{1,3}[.)] +/,
}

const heading = /^(#{1,3}) +(.*)$/

const stripped = (lines: readonly string[], mark: RegExp) =>
  lines.map((line) => readLine(line.replace(mark, '')))

/** A group of lines without an empty one between them. */
const readGroup = (lines: readonly string[]): readonly Block[] => {
  const [first = '', ...rest] = lines
  const [, signs, title = ''] = heading.exec(first) ?? []
  if (signs !== undefined) {
    const level = signs.length === 1 ? 1 : signs.length === 2 ? 2 : 3
    return [{ kind: 'heading', level, lines: [readLine(title)] }, ...(rest.length > 0 ? readGroup(rest) : [])]
  }
  if (/^(?:-{3,}|\*{3,})$/.test(first)) return [{ kind: 'rule' }, ...(rest.length > 0 ? readGroup(rest) : [])]
  if (lines.every((line) => marks.quote.test(line)))
    return [{ kind: 'quote', lines: stripped(lines, marks.quote) }]
  for (const [mark, ordered] of [
    [marks.bullet, false],
    [marks.number, true],
  ] as const) {
    const start = lines.findIndex((line) => mark.test(line))
    if (start < 0 || !lines.slice(start).every((line) => mark.test(line))) continue
    const list: Block = { kind: 'list', ordered, lines: stripped(lines.slice(start), mark) }
    return start > 0 ? [...readGroup(lines.slice(0, start)), list] : [list]
  }
  return [{ kind: 'paragraph', lines: lines.map(readLine) }]
}

/**
 * The part of Markdown that every mail reader can show: headings, paragraphs, lists, quotes, code, bold, italic and
 * links. HTML is text like any other.
 */
export function readMarkdown(source: string): readonly Block[] {
  const blocks: Block[] = []
  let group: string[] = []
  let code: string[] | null = null
  const close = () => {
    if (group.length > 0) blocks.push(...readGroup(group))
    group = []
  }
  for (const line of source.replaceAll(/\r\n?/g, '\n').split('\n')) {
    if (line.startsWith('```')) {
      if (code) blocks.push({ kind: 'code', text: code.join('\n') })
      else close()
      code = code ? null : []
    } else if (code) code.push(line)
    else if (line.trim() === '') close()
    else group.push(line.trim())
  }
  close()
  // A fence that was never closed is still code.
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  return blocks
}
