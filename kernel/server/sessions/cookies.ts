/** Every cookie the client looks at when it asks whether somebody is signed in. */
const MARKERS = ['user_token', 'session_token', 'auth_token', 'token', 'spawnpoint_token'] as const

export interface CookieNames {
  readonly session: string
  readonly pending: string
  readonly secure: boolean
}

/** `__Host-` needs TLS, so the plain-HTTP development address has names of its own. */
export const cookieNames = (secure: boolean): CookieNames =>
  secure
    ? { session: '__Host-sid', pending: '__Host-2fa', secure }
    : { session: 'sid', pending: '2fa', secure }

export function readCookie(header: string | string[] | undefined, name: string): string | null {
  const text = Array.isArray(header) ? header.join('; ') : (header ?? '')
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

type Attributes = {
  readonly httpOnly?: boolean
  readonly sameSite: 'Lax' | 'Strict'
  readonly maxAge: number
}

const line = (names: CookieNames, name: string, value: string, { httpOnly, sameSite, maxAge }: Attributes) =>
  [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    `SameSite=${sameSite}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(names.secure ? ['Secure'] : []),
  ].join('; ')

/** The secret cookie and, beside it, the readable marker that carries no secret; both live equally long. */
export const sessionCookies = (names: CookieNames, secret: string, marker: string, maxAge: number) => [
  line(names, names.session, secret, { httpOnly: true, sameSite: 'Lax', maxAge }),
  line(names, 'user_token', marker, { sameSite: 'Lax', maxAge }),
  line(names, names.pending, '', { httpOnly: true, sameSite: 'Strict', maxAge: 0 }),
]

/** The secret alone: for the marker it is still the same log-in. */
export const renewedCookie = (names: CookieNames, secret: string, maxAge: number) =>
  line(names, names.session, secret, { httpOnly: true, sameSite: 'Lax', maxAge })

export const pendingCookies = (names: CookieNames, secret: string, marker: string, maxAge: number) => [
  line(names, names.session, '', { httpOnly: true, sameSite: 'Lax', maxAge: 0 }),
  line(names, names.pending, secret, { httpOnly: true, sameSite: 'Strict', maxAge }),
  line(names, 'user_token', marker, { sameSite: 'Lax', maxAge }),
]

/** Expires the secret and every marker, so that no marker left behind can make a loop. */
export const expiredCookies = (names: CookieNames, keepPending = false) => [
  line(names, names.session, '', { httpOnly: true, sameSite: 'Lax', maxAge: 0 }),
  ...MARKERS.map((name) => line(names, name, '', { sameSite: 'Lax', maxAge: 0 })),
  ...(keepPending ? [] : [line(names, names.pending, '', { httpOnly: true, sameSite: 'Strict', maxAge: 0 })]),
]
