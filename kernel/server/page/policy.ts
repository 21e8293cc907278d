export interface PolicyInput {
  /** The source expression that means this host: `https://dash.example.com`. */
  readonly origin: string
  readonly nonce: string
  readonly importMapHash: string
  /** base64 SHA-256 of the style that stands in the page itself. */
  readonly styleHash?: string | null
  /** base64 SHA-256 of the script that starts the application, where that stands in the page itself. */
  readonly starterHash?: string | null
  /** Hosts that an operator has granted to plugins in the page. */
  readonly grants: readonly string[]
}

export type MakePolicy = (input: PolicyInput) => readonly string[]

// A grant is data of an operator: anything but an origin could end the directive and start another.
export const isOrigin = (text: string) => /^(https|wss):\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i.test(text)

const hashSource = (hash: string | null | undefined): readonly string[] => (hash ? [`'sha256-${hash}'`] : [])

const sources = (...parts: readonly string[]) => parts.join(' ')

/**
 * Two policies, and a script must please both: the first admits by path, so that no upload and no answer of
 * the API can be a script; the second admits by nonce, so that no markup that slipped in can name one.
 */
export const pagePolicy: MakePolicy = ({ origin, nonce, importMapHash, starterHash, styleHash, grants }) => [
  [
    "default-src 'none'",
    `script-src ${sources(...hashSource(importMapHash), ...hashSource(starterHash), `${origin}/assets/`, `${origin}/api/system/custom.js`)}`,
    `style-src ${sources(...hashSource(styleHash), `${origin}/assets/`, `${origin}/api/system/custom.css`)}`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${sources("'self'", ...grants.filter(isOrigin))}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types spawnpoint',
    'report-to csp',
  ].join('; '),
  `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`,
]

/**
 * How the policy names the host that this request came to. The page is served on any host, so that the
 * access check can speak; there the scheme is left to the page's own, which nobody but the browser knows.
 */
export function originExpression(configured: string, host: string | undefined): string {
  if (host === undefined || host === new URL(configured).host) return configured
  return /^[a-z0-9.-]+(:\d{1,5})?$/i.test(host) ? host : configured
}
