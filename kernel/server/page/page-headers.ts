const permissionsOff = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** Headers shared by assets and the page. */
export const commonHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

export const pageHeaders = (options: {
  readonly secure: boolean
  readonly policies: readonly string[]
}): Readonly<Record<string, string | readonly string[]>> => ({
  ...commonHeaders(options.secure),
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': options.policies,
  'reporting-endpoints': 'csp="/api/system/csp-reports"',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsOff.map((name) => `${name}=()`).join(', '),
  'x-frame-options': 'DENY',
  // Each answer has a nonce and a plan of its own.
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Cookie',
})

/** Headers of an answer that leads elsewhere; each visit is asked anew. */
export const redirectHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  ...commonHeaders(secure),
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
})
