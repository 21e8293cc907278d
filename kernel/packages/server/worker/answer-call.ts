import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { z } from 'zod'
import { createActor, EndpointFailure, type EndpointHandler } from '../../../../sdk/server/answer.ts'
import { fieldsOf } from '../../../../sdk/server/fields-of.ts'
import { kernelFailure } from '../../../server/http/failure.ts'
import { bodyOfCopy } from './upload-copy.ts'
import type { RemoteCall } from './worker-init.ts'

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw kernelFailure('VALIDATION', fieldsOf(parsed.error))
  return parsed.data
}

/** Runs a handler in the worker as the main thread runs one of its own. */
export const answerCall =
  <E extends AnyEndpoint>(endpoint: E, handler: EndpointHandler<E>) =>
  async (call: RemoteCall): Promise<unknown> => {
    const input = {
      actor: call.actor && createActor(call.actor),
      params: parsePart(endpoint.params, call.params) ?? {},
      query: parsePart(endpoint.query, call.query) ?? {},
      body: parsePart(endpoint.body, bodyOfCopy(endpoint, call.body) ?? undefined),
      ip: call.ip,
      requestId: call.requestId,
      fail: (code: string, more = {}) => new EndpointFailure(code, endpoint.fails[code] ?? 400, more),
    }
    // The main thread has checked access: `actor` is there exactly where the endpoint's type says so.
    return endpoint.reply.parse(await handler(input as never))
  }
