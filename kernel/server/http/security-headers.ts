import type { ServerResponse } from 'node:http'

/** Headers of every API answer. The page has its own policy for scripts and styles. */
export const apiHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
  vary: 'Cookie',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

export function setApiHeaders(response: ServerResponse, secure: boolean): void {
  for (const [name, value] of Object.entries(apiHeaders(secure))) response.setHeader(name, value)
}
