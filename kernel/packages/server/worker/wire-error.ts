import { z } from 'zod'
// Not from the entry, which loads the query builder: a worker starts in half the time without it.
import { stackText } from '../../../common/hooks/stack-text.ts'
import { EndpointFailure } from '../../../../sdk/server/answer.ts'

/** An error on its way between threads: an expected failure as such, anything else with what helps to find it. */
export const wireError = z.union([
  z.object({
    kind: z.literal('failure'),
    code: z.string().max(100),
    status: z.int().min(400).max(599),
    details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
  z.object({
    kind: z.literal('error'),
    name: z.string(),
    message: z.string(),
    stack: z.string().optional(),
    code: z.string().optional(),
  }),
])

export type WireError = z.infer<typeof wireError>

const LONGEST = 4_000
const cut = (text: string) => text.slice(0, LONGEST)

const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? { code: error.code } : {}

export function toWire(error: unknown): WireError {
  if (error instanceof EndpointFailure) {
    const { code, status, details, fields } = error
    return { kind: 'failure', code, status, ...(details ? { details } : {}), ...(fields ? { fields } : {}) }
  }
  if (!(error instanceof Error)) return { kind: 'error', name: 'Error', message: cut(String(error)) }
  const { name, message } = error
  return {
    kind: 'error',
    name,
    message: cut(message),
    // Its causes stay in the worker: their texts come along.
    stack: stackText(error),
    ...codeOf(error),
  }
}

export function fromWire(wire: WireError): Error {
  if (wire.kind === 'failure') {
    const { code, status, details, fields } = wire
    return new EndpointFailure(code, status, { details, fields })
  }
  const { name, message, stack, code } = wire
  return Object.assign(new Error(message), { name, ...(stack ? { stack } : {}), ...(code ? { code } : {}) })
}
