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

const header = (name: string, value: string) => ['-H', quote(`${name}: ${value}`)]

/** A file is named as the person may have it; its content is not kept. */
const partOf = (name: string, value: unknown) => {
  if (typeof value === 'object' && value !== null && 'file' in value)
    return ['-F', quote(`${name}=@${String(value.file)}`)]
  return ['-F', quote(`${name}=${isSecretName(name) ? HIDDEN : String(value)}`)]
}

const bodyOf = (request: unknown, contentType: unknown): readonly string[] => {
  if (request === undefined || request === null) return []
  // Its boundary stands in the type, which curl writes itself.
  if (contentType === 'multipart/form-data')
    return Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
      [value].flat().flatMap((each) => partOf(name, each)),
    )
  if (typeof contentType === 'string')
    return [...header('content-type', contentType), '--data-binary', quote('@file')]
  return [...header('content-type', 'application/json'), '-d', quote(JSON.stringify(request))]
}

/** The request as a command for a terminal. The session and values that may be secret are left to its reader. */
export function asCurl({ detail }: TraceEntry, origin: string): string {
  const { url = '/', method = 'GET', request, contentType } = detail
  const isWrite = method !== 'GET'
  return [
    'curl',
    quote(withoutSecrets(String(url), origin).href),
    ...(isWrite ? ['-X', String(method)] : []),
    ...header('accept', 'application/json'),
    '-b',
    quote(`user_token=${HIDDEN}`),
    // Without it the server refuses each write.
    ...(isWrite ? header('origin', new URL(origin).origin) : []),
    ...bodyOf(request, contentType),
  ].join(' ')
}
