import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'

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

export const readCookie = (header: string | string[] | undefined, name: string): string | null =>
  parseCookie(Array.isArray(header) ? header.join('; ') : (header ?? ''))[name] ?? null

type Attributes = Pick<SetCookie, 'httpOnly' | 'sameSite' | 'maxAge'>

const line = ({ secure }: CookieNames, name: string, value: string, attributes: Attributes) =>
  stringifySetCookie({ name, value, path: '/', secure, ...attributes })

/** The secret cookie and, beside it, the readable marker that carries no secret; both live equally long. */
export const sessionCookies = (names: CookieNames, secret: string, marker: string, maxAge: number) => [
  line(names, names.session, secret, { httpOnly: true, sameSite: 'lax', maxAge }),
  line(names, 'user_token', marker, { sameSite: 'lax', maxAge }),
  line(names, names.pending, '', { httpOnly: true, sameSite: 'strict', maxAge: 0 }),
]

/** The secret alone: for the marker it is still the same log-in. */
export const renewedCookie = (names: CookieNames, secret: string, maxAge: number) =>
  line(names, names.session, secret, { httpOnly: true, sameSite: 'lax', maxAge })

export const pendingCookies = (names: CookieNames, secret: string, marker: string, maxAge: number) => [
  line(names, names.session, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 }),
  line(names, names.pending, secret, { httpOnly: true, sameSite: 'strict', maxAge }),
  line(names, 'user_token', marker, { sameSite: 'lax', maxAge }),
]

/** Expires the secret and every marker, so that no marker left behind can make a loop. */
export const expiredCookies = (names: CookieNames, keepPending = false) => [
  line(names, names.session, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 }),
  ...MARKERS.map((name) => line(names, name, '', { sameSite: 'lax', maxAge: 0 })),
  ...(keepPending ? [] : [line(names, names.pending, '', { httpOnly: true, sameSite: 'strict', maxAge: 0 })]),
]
