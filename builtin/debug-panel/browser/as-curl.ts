import type { TraceEntry } from '@spawnpoint/sdk/browser'
import { isSecretName } from '@spawnpoint/sdk/common'

const HIDDEN = '•••'

// A quote ends the argument, stands for itself, and begins it again.
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Hides the values of a query whose names are those of secrets. */
export function withoutSecrets(path: string, origin: string): URL {
  const url = new URL(path, origin)
  for (const name of url.searchParams.keys()) if (isSecretName(name)) url.searchParams.set(name, HIDDEN)
  return url
}

/** The request as a command for a terminal. The session and values that may be secret are left to its reader. */
export function asCurl({ detail }: TraceEntry, origin: string): string {
  const { url = '/', method = 'GET', request } = detail
  const parts = [
    'curl',
    quote(withoutSecrets(String(url), origin).href),
    ...(method === 'GET' ? [] : ['-X', String(method)]),
    '-H',
    quote('accept: application/json'),
    '-b',
    quote(`user_token=${HIDDEN}`),
  ]
  if (request === undefined || request === null) return parts.join(' ')
  const sameOrigin = ['-H', quote(`origin: ${new URL(origin).origin}`)]
  const body = ['-H', quote('content-type: application/json'), '-d', quote(JSON.stringify(request))]
  return [...parts, ...sameOrigin, ...body].join(' ')
}
