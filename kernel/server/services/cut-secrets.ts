import { SECRET_WORDS } from '../../../sdk/common/secret-names.ts'

export const CUT = '[cut]'

/** Longer text is cut first, so that a huge log entry cannot keep the server busy. */
const LONGEST = 16_000

/**
 * Secrets as they occur inside of a sentence: in an address, a header, a query; and the addresses of people. Each part is
 * bounded, since an unbounded one takes the square of the length where it does not match.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,100}:[^\s/@]{1,300}@/gi, `$1${CUT}@`],
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{8,}/gi, `$1 ${CUT}`],
  [
    new RegExp(
      String.raw`\b([\w-]{0,40}(?:${SECRET_WORDS}|signature)[\w-]{0,20}["']?\s{0,3}[=:]\s{0,3}["']?)(?!\[cut\])[^\s"'&,;)}]+`,
      'gi',
    ),
    `$1${CUT}`,
  ],
  // Keys that name their kind: ghp_…, sk_live_…
  [/\b[a-z]{2,6}(?:_[a-z]{2,6})?_[a-z0-9]{20,}/gi, CUT],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, CUT],
]

export const cutSecretsOf = (text: string): string =>
  patterns.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text.slice(0, LONGEST))
