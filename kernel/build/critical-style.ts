/** A piece of a stylesheet: a statement without a body, a rule, or a group of further pieces. */
interface Piece {
  readonly head: string
  readonly body: string | null
}

const skipQuoted = (css: string, at: number): number => {
  const quote = css[at]
  let end = at + 1
  while (end < css.length && css[end] !== quote) end += css[end] === '\\' ? 2 : 1
  return end
}

const skipBlock = (css: string, at: number): number => {
  let depth = 0
  for (let end = at; end < css.length; end += 1) {
    const sign = css[end]
    if (sign === '"' || sign === "'") end = skipQuoted(css, end)
    else if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth === 0) return end
  }
  return css.length
}

function split(css: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = skipQuoted(css, at)
    else if (sign === ';') {
      pieces.push({ head: css.slice(start, at).trim(), body: null })
      start = at + 1
    } else if (sign === '{') {
      const end = skipBlock(css, at)
      pieces.push({ head: css.slice(start, at).trim(), body: css.slice(at + 1, end) })
      start = end + 1
      at = end
    }
  }
  return pieces
}

/** Names that selectors can match in a piece of HTML. */
function readNames(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name]) => (name ?? '').toLowerCase())
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))
  return {
    classes: new Set(classes),
    tags: new Set(['html', 'body', 'head', ...all(/<([a-z][\w-]*)/gi)]),
    attributes: new Set(['lang', ...all(/\s([a-z][\w-]*)(?=[=\s>/])/gi)]),
  }
}

type Names = ReturnType<typeof readNames>

/** States that a freshly loaded page cannot have. */
const laterStates =
  /:(hover|active|focus|focus-visible|focus-within|checked|invalid|user-invalid|popover-open|open|modal|target|-moz|-webkit|fullscreen|autofill)|::(backdrop|selection|-webkit|-moz|file-selector|view-transition|details)/

/** States and parts that an element has by an attribute. */
const stated: Readonly<Record<string, string>> = {
  ':disabled': 'disabled',
  ':read-only': 'readonly',
  '::placeholder': 'placeholder',
}

const splitList = (head: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of head) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}

/** Escaped signs are part of a name: out of the way of all that looks for brackets and dots. */
const hide = (selector: string): string =>
  selector.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_all, hex: string | undefined, sign: string) =>
    String.fromCodePoint(
      0xf0000 + (hex === undefined ? (sign.codePointAt(0) ?? 0) : Number.parseInt(hex, 16)),
    ),
  )
const show = (name: string): string =>
  name.replace(/[\u{f0000}-\u{fffff}]/gu, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xf0000),
  )

/** Exclusions and lists of alternatives need not all be there, so they are not asked. */
const withoutBrackets = (selector: string): string => {
  const inner = selector
    .replace(/:(?:not|has)\([^()]*\)/g, '')
    .replace(/:(?:where|is)\(([^(),]*)\)/g, '$1')
    .replace(/\([^()]*\)/g, '')
  return inner === selector ? selector : withoutBrackets(inner)
}

/** Splits a selector list into its alternatives. */
const alternativesOf = (selector: string): readonly string[] => {
  const [, list] = /^:(?:is|where)\((.*)\)$/s.exec(selector) ?? []
  return list === undefined ? [selector] : splitList(list)
}

const nameSign = String.raw`[\w\u{f0000}-\u{fffff}-]`
const classNames = new RegExp(String.raw`\.(${nameSign}+)`, 'gu')
const noElements = new RegExp(String.raw`\[[^\]]*\]|::?[\w-]+|[.#]${nameSign}+`, 'gu')

/** Decoration behind the page comes with the stylesheet. */
const decoration = /^body::?(before|after)$/

function canMatch(selector: string, names: Names): boolean {
  const { classes, tags, attributes } = names
  const alternatives = alternativesOf(hide(selector))
  if (alternatives.length > 1) return alternatives.some((each) => canMatch(each, names))
  const plain = withoutBrackets(alternatives[0] ?? '')
  if (decoration.test(plain)) return false
  if (laterStates.test(plain)) return false
  if (Object.entries(stated).some(([state, name]) => plain.includes(state) && !attributes.has(name)))
    return false
  const named = [...plain.matchAll(classNames)].map(([, name = '']) => show(name))
  const asked = [...plain.matchAll(/\[([\w-]+)/g)].map(([, name = '']) => name)
  const elements = plain.replace(noElements, ' ').match(/[a-z][\w-]*/gi) ?? []
  return (
    named.every((name) => classes.has(name)) &&
    asked.every((name) => attributes.has(name)) &&
    elements.every((name) => tags.has(name.toLowerCase()))
  )
}

/** Paper, and what stops movements: nothing moves yet. */
const passedOver = /^@media (print|\(prefers-reduced-motion)/

const isGroup = (head: string) => /^@(media|supports|layer|container)\b/.test(head)

/** Properties without effect on a static picture. */
const unseen =
  /(?<=[{;])(?:transition(?:-[a-z]+)?|animation(?:-[a-z]+)?|cursor|-webkit-user-select|user-select|-webkit-tap-highlight-color|scroll-behavior):[^;{}"']*(?:;|$)/g

/** Said once, and not again in the same words. */
const withoutRepeats = (body: string): string => body.replace(/(?<=^|;)([a-z-]+:[^;{}"']+;)(?:\1)+/g, '$1')

const onlySeen = (body: string): string => withoutRepeats(`{${body}`.replace(unseen, '').slice(1))

function keep(css: string, names: Names): string {
  return split(css)
    .map(({ head, body }) => {
      if (body === null) return head.startsWith('@layer') ? `${head};` : ''
      if (isGroup(head)) {
        const inner = passedOver.test(head) ? '' : keep(body, names)
        return inner === '' ? '' : `${head}{${inner}}`
      }
      if (head.startsWith('@')) return ''
      const kept = splitList(head).filter((selector) => canMatch(selector, names))
      return kept.length === 0 ? '' : `${kept.join(',')}{${onlySeen(body)}}`
    })
    .join('')
}

const namesIn = (css: string) => new Set(css.match(/--[\w-]+/g) ?? [])

/** Custom properties that nothing of what was kept reads, directly or by another. */
function dropUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const less = css.replace(/(?<=[{;])(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=}))/g, (text, name) =>
    read.has(name) ? text : '',
  )
  return less === css ? css : dropUnread(less)
}

/** Registered properties give their initial values even where nobody sets them. */
const registered = (css: string, used: ReadonlySet<string>): string =>
  split(css)
    .filter(({ head, body }) => body !== null && used.has(/^@property (--[\w-]+)$/.exec(head)?.[1] ?? ''))
    .map(({ head, body }) => `${head}{${body}}`)
    .join('')

const withoutEmpty = (css: string): string => {
  const less = css.replace(/[^{};]*\{\}/g, '')
  return less === css ? css : withoutEmpty(less)
}

/** The rules of a stylesheet that some HTML is drawn by as it comes: so few that they can travel in the page. */
export function criticalStyle(stylesheet: string, html: string): string {
  const css = stylesheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const kept = withoutEmpty(dropUnread(keep(css, readNames(html))))
  return kept + registered(css, namesIn(kept))
}
