import { smtpPresets, type DnsRecord } from '@spawnpoint/contracts/mail'
import { createPublicKey } from 'node:crypto'

type Verdict = Pick<DnsRecord, 'verdict' | 'reason'>

const ok: Verdict = { verdict: 'ok', reason: 'ok' }
const missing: Verdict = { verdict: 'missing', reason: 'missing' }
const weak = (reason: string): Verdict => ({ verdict: 'weak', reason })

const SHORTEST_RSA_BITS = 1_024
const MOST_LOOKUPS = 10

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)

/** The texts of a name that are meant for this check; others stand there for other purposes. */
export const findSpf = (texts: readonly string[]) => texts.filter(isSpf)

/** Judges the SPF records of a domain (RFC 7208). */
export function judgeSpf(records: readonly string[]): Verdict {
  const [record, ...more] = records
  if (record === undefined) return missing
  if (more.length > 0) return weak('several')
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  const lookups = terms.filter((term) =>
    /^[+?~-]?(?:include:|exists:|redirect=|(?:a|mx|ptr)(?:[:/]|$))/.test(term),
  )
  if (lookups.length > MOST_LOOKUPS) return weak('lookups')
  const all = terms.find((term) => /^[+?~-]?all$/.test(term))
  if (all === 'all' || all === '+all') return weak('everyone')
  if (all === '?all') return weak('neutral')
  if (all === undefined && !terms.some((term) => term.startsWith('redirect='))) return weak('open')
  return ok
}

/** The tags of a DMARC or DKIM record: `v=DMARC1; p=none`. */
const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const [name = '', ...value] = part.split('=')
      return value.length > 0 ? [[name.trim().toLowerCase(), value.join('=').trim()]] : []
    }),
  )

export const findDmarc = (texts: readonly string[]) =>
  texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text))

/** Judges the DMARC records; `isParent` where they belong to a domain above the sender's. */
export function judgeDmarc(records: readonly string[], isParent: boolean): Verdict {
  const [record, ...more] = records
  if (record === undefined) return missing
  if (more.length > 0) return weak('several')
  const tags = tagsOf(record)
  const policy = ((isParent ? tags.get('sp') : undefined) ?? tags.get('p') ?? '').toLowerCase()
  if (policy === 'none') return weak('none')
  return policy === 'quarantine' || policy === 'reject' ? ok : weak('invalid')
}

const keyOf = (tags: ReadonlyMap<string, string>) => {
  const bytes = Buffer.from((tags.get('p') ?? '').replaceAll(/\s/g, ''), 'base64')
  // An Ed25519 key stands there bare, without a frame that names its kind (RFC 8463).
  if (tags.get('k')?.toLowerCase() === 'ed25519')
    return bytes.length === 32 ? { bits: SHORTEST_RSA_BITS } : null
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return { bits: key.asymmetricKeyDetails?.modulusLength ?? 0 }
  } catch {
    // A text that is no key is an answer here.
    return null
  }
}

export const findDkim = (texts: readonly string[]) =>
  texts.filter((text) => /^v\s*=\s*DKIM1/i.test(text) || tagsOf(text).has('p'))

/** Judges the DKIM key of a selector (RFC 6376). */
export function judgeDkim(records: readonly string[]): Verdict {
  const [record, ...more] = records
  if (record === undefined) return missing
  if (more.length > 0) return weak('several')
  const tags = tagsOf(record)
  if (tags.get('p') === '') return weak('revoked')
  const key = keyOf(tags)
  if (!key) return weak('invalid')
  if (key.bits < SHORTEST_RSA_BITS) return weak('short')
  return tags.get('t')?.toLowerCase().split(':').includes('y') === true ? weak('testing') : ok
}

export interface MxRecord {
  readonly exchange: string
  readonly priority: number
}

/** Can the sender be answered? An empty name says that the domain takes no emails (RFC 7505). */
export function judgeMx(records: readonly MxRecord[]): Verdict {
  if (records.length === 0) return missing
  return records.every(({ exchange }) => exchange === '' || exchange === '.') ? weak('refuses') : ok
}

const isLocal = (host: string) => host === '' || host === 'localhost' || /^[\d.]+$|:/.test(host)

/** The part of an SPF record that lets this mail server send. */
const allowedBy = (host: string) => {
  const preset = smtpPresets.find(({ smtp_host }) => smtp_host === host)
  if (preset) return `include:${preset.spf}`
  return isLocal(host) ? 'a mx' : `mx a:${host}`
}

/** The record to add where one is missing. */
export function suggest(
  kind: DnsRecord['kind'],
  name: string,
  host: string,
  domain: string,
): DnsRecord['suggested'] {
  if (kind === 'spf') return { type: 'TXT', name, value: `v=spf1 ${allowedBy(host)} ~all` }
  if (kind === 'dmarc') return { type: 'TXT', name, value: 'v=DMARC1; p=quarantine' }
  // Its key is made by the provider, or on the mail server itself.
  if (kind === 'dkim') return { type: 'TXT', name, value: null }
  const isOwn = host.endsWith(`.${domain}`)
  return isOwn ? { type: 'MX', name, value: `10 ${host}` } : null
}
