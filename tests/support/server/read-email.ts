/** An email as its reader's program takes it apart. */
export interface ReadEmail {
  /** Names in lower case; folded lines are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly to: string
  /** The parts of an alternative, by media type. */
  readonly parts: Readonly<Record<string, string>>
}

const bytesOfQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Words of a header such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`; a sign may be split over two of them. */
const decodeHeader = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?[\w-]+\?[QB]\?/gi, '')
    .replaceAll(/=\?[\w-]+\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, content: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64')
        : bytesOfQuoted(content.replaceAll('_', '=20'))
      ).toString('utf8'),
    )

const readHeaders = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replaceAll(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )

const split = (source: string): readonly [head: string, body: string] => {
  const end = source.indexOf('\n\n')
  return [source.slice(0, end), source.slice(end + 2)]
}

const decodeBody = (encoding: string | undefined, body: string) => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? bytesOfQuoted(body).toString('utf8') : body
}

/** Takes an email apart that a mailbox of the tests was given. */
export function readEmail(raw: string): ReadEmail {
  const [head, body] = split(raw.replaceAll('\r\n', '\n'))
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts: Record<string, string> = {}
  for (const part of boundary === undefined ? [] : body.split(`--${boundary}`)) {
    const [partHead, content] = split(part.trimStart())
    const own = readHeaders(partHead)
    const type = own['content-type']?.split(';')[0]
    if (type !== undefined) parts[type] = decodeBody(own['content-transfer-encoding'], content).trim()
  }
  return { headers, subject: decodeHeader(headers['subject'] ?? ''), to: headers['to'] ?? '', parts }
}
