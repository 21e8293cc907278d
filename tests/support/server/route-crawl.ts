import { latencyPath } from '@spawnpoint/contracts/servers'
import type { MountedRoute } from '../../../kernel/server/http/mounted-routes.ts'
import { FORM_DATA } from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, ApiClient } from './api-client.ts'

export const nameOf = ({ method, path }: MountedRoute) => `${method} ${path}`

/** A call that is right in form, as far as an empty body can be, for things that are not there. */
export const send = (
  api: ApiClient,
  route: MountedRoute,
  idOf: (name: string) => string = () => randomUUID(),
): Promise<Answer> =>
  api.send(
    route.method,
    route.path.replaceAll(/:(\w+)/g, (_mark, name: string) => idOf(name)),
    route.method === 'GET' ? undefined : {},
  )

const refuses = (schema: { safeParse(value: unknown): { success: boolean } } | undefined) =>
  schema !== undefined && !schema.safeParse({}).success

/** Status of a valid caller's empty request: invalid, not found, or done. */
export const usualStatus = ({ endpoint, path }: MountedRoute): number => {
  if (endpoint?.accepts === FORM_DATA) return 415
  if (refuses(endpoint?.query) || refuses(endpoint?.body)) return 400
  return path.includes(':') ? 404 : 200
}

const ofAnswer = /default-src 'none'.*frame-ancestors 'none'/
/** The page of a frame stands in our own pages alone, with an origin that is nobody's; a refusal is like any other. */
const ofFrame =
  /^sandbox allow-scripts; default-src 'none'.*frame-ancestors 'self'$|default-src 'none'.*frame-ancestors 'none'/

/** Headers of every answer, whatever its status. */
export function expectHeaders(name: string, { headers }: Answer): void {
  const found = Object.fromEntries(
    [
      'x-content-type-options',
      'cross-origin-resource-policy',
      'cross-origin-opener-policy',
      'referrer-policy',
      'vary',
      'x-powered-by',
      'server',
      'access-control-allow-origin',
    ].map((header) => [header, headers.get(header)]),
  )
  expect([name, found]).toEqual([
    name,
    {
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      // Large answers are compressed.
      vary: expect.stringMatching(/^Cookie(, Accept-Encoding)?$/),
      'x-powered-by': null,
      server: null,
      'access-control-allow-origin': null,
    },
  ])
  expect([name, headers.get('content-security-policy')]).toEqual([
    name,
    expect.stringMatching(name.endsWith(` ${latencyPath}`) ? ofFrame : ofAnswer),
  ])
  expect([name, headers.get('cache-control')]).toEqual([name, expect.stringMatching(/no-store|no-cache/)])
  expect([name, headers.get('x-request-id')]).toEqual([name, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect([name, headers.get('permissions-policy')]).toEqual([name, expect.stringContaining('camera=()')])
}
