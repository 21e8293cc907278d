/** A piece of SQL: `name` is a quoted identifier, `word` anything unquoted, `mark` one of `( ) , ; =`. */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'mark'
  readonly text: string
}

const code = (text: string) => text.charCodeAt(0)
const [QUOTE, DOUBLE, TICK, BACKSLASH, DASH, HASH, SLASH, STAR, NEWLINE] = [...'\'"`\\-#/*\n'].map(code)
const marks = new Set([...'(),;='].map(code))
const isSpace = (byte: number) => byte <= 32

const escapes: Readonly<Record<string, string>> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001A' }
const unescape = (text: string) =>
  text.includes('\\') ? text.replaceAll(/\\([\s\S])/g, (_all, each: string) => escapes[each] ?? each) : text

/** A piece found in the bytes: its token, if it is none to skip, and where the next one begins. */
interface Piece {
  readonly token?: Token
  readonly end: number
}

/** Position of the closing quote, or -1 where the bytes end first. A doubled quote at the very end may be half of a pair. */
function closingQuote(bytes: Buffer, from: number, quote: number, isLast: boolean): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH && quote !== TICK) at++
    else if (byte === quote) {
      if (at + 1 === bytes.length && !isLast) return -1
      if (bytes[at + 1] !== quote) return at
      at++
    }
  }
  return -1
}

function quoted(bytes: Buffer, at: number, isLast: boolean): Piece | null {
  const quote = bytes[at] ?? 0
  const end = closingQuote(bytes, at + 1, quote, isLast)
  if (end < 0) return null
  const sign = String.fromCharCode(quote)
  const text = bytes.toString('utf8', at + 1, end).replaceAll(sign + sign, sign)
  return quote === TICK
    ? { token: { kind: 'name', text }, end: end + 1 }
    : { token: { kind: 'string', text: unescape(text) }, end: end + 1 }
}

const after = (bytes: Buffer, sign: string, from: number): Piece | null => {
  const found = bytes.indexOf(sign, from)
  return found < 0 ? null : { end: found + sign.length }
}

function word(bytes: Buffer, at: number, isLast: boolean): Piece | null {
  let end = at
  for (; end < bytes.length; end++) {
    const byte = bytes[end] ?? 0
    if (isSpace(byte) || marks.has(byte) || byte === QUOTE || byte === DOUBLE || byte === TICK) break
  }
  if (end === bytes.length && !isLast) return null
  return { token: { kind: 'word', text: bytes.toString('utf8', at, end) }, end }
}

/** The next piece, or null where more bytes are needed to know it. */
function nextPiece(bytes: Buffer, at: number, isLast: boolean): Piece | null {
  const byte = bytes[at] ?? 0
  const next = bytes[at + 1]
  if (byte === QUOTE || byte === DOUBLE || byte === TICK) return quoted(bytes, at, isLast)
  if (marks.has(byte)) return { token: { kind: 'mark', text: String.fromCharCode(byte) }, end: at + 1 }
  if (next === undefined && !isLast) return null
  if (byte === HASH || (byte === DASH && next === DASH)) return after(bytes, '\n', at)
  // Conditional comments switch keys and character sets; they hold no rows.
  if (byte === SLASH && next === STAR) return after(bytes, '*/', at + 2)
  return word(bytes, at, isLast)
}

/** Splits SQL as it arrives; text in an unfinished quote or comment waits for its end. */
export async function* lex(chunks: AsyncIterable<Buffer>): AsyncGenerator<Token> {
  let rest: Buffer = Buffer.alloc(0)
  function* drain(isLast: boolean): Generator<Token> {
    let at = 0
    while (at < rest.length) {
      const byte = rest[at] ?? NEWLINE ?? 10
      if (isSpace(byte)) {
        at++
        continue
      }
      const piece = nextPiece(rest, at, isLast)
      if (!piece) break
      at = piece.end
      if (piece.token) yield piece.token
    }
    rest = rest.subarray(at)
  }
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    yield* drain(false)
  }
  yield* drain(true)
}
