import type { PlatformCookies } from '../platform/platform.ts'

const valid = 'user_token'

/** Any of them says "logged in" to the router; the last is named after the product. */
export const sessionCookies = [valid, 'session_token', 'auth_token', 'token', 'spawnpoint_token'] as const

export const hasSessionCookie = (cookies: PlatformCookies): boolean =>
  sessionCookies.some((name) => cookies.get(name) !== null)

/** A session is valid only while this cookie is there. */
export const hasUserToken = (cookies: PlatformCookies): boolean => cookies.get(valid) !== null

export const expireCookies = (cookies: PlatformCookies): void => {
  for (const name of new Set([...sessionCookies, ...cookies.names()])) cookies.expire(name)
}
