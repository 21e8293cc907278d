import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const jsonSchema = z.record(z.string(), z.unknown())
const flag = z.string().optional()
const duringRequiredStep = z.literal(true).optional()
const duringMaintenance = z.literal(true).optional()

/** An endpoint as a worker describes it: all but its schemas as they are, these as JSON Schema. */
export const describedEndpoint = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/api/').max(300),
  access: z.union([
    z.strictObject({
      public: z.string().min(1),
      origin: z.literal('signature').optional(),
      flag,
      duringMaintenance,
    }),
    z.strictObject({ user: z.literal(true), flag, duringRequiredStep, duringMaintenance }),
    z.strictObject({
      permission: z.string().min(1),
      alternatives: z.array(z.string().min(1)).optional(),
      flag,
      duringRequiredStep,
      duringMaintenance,
    }),
  ]),
  summary: z.string().max(500),
  limit: z.number().positive().optional(),
  bodyLimit: z.number().positive().optional(),
  accepts: z.string().optional(),
  fails: z.record(z.string(), z.int().min(400).max(599)),
  params: jsonSchema.optional(),
  query: jsonSchema.optional(),
  body: jsonSchema.optional(),
  reply: jsonSchema,
})

export type DescribedEndpoint = z.infer<typeof describedEndpoint>

const describeSchema = (schema: z.ZodType) => {
  const { id: _id, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // Only what JSON can say travels.
  return JSON.parse(JSON.stringify(described)) as Record<string, unknown>
}

export function describeEndpoint(endpoint: AnyEndpoint): DescribedEndpoint {
  const { kind: _kind, params, query, body, reply, ...plain } = endpoint
  return {
    ...(JSON.parse(JSON.stringify(plain)) as Omit<DescribedEndpoint, 'reply'>),
    ...(params ? { params: describeSchema(params) } : {}),
    ...(query ? { query: describeSchema(query) } : {}),
    ...(body ? { body: describeSchema(body) } : {}),
    reply: describeSchema(reply),
  }
}

// Takes everything, since the worker parses; says of itself what the worker's schema says.
const openSchema = (described: Record<string, unknown>): z.ZodType => z.unknown().meta(described)

/** The endpoint that the main thread mounts for a worker. */
export function remoteEndpoint(described: DescribedEndpoint): AnyEndpoint {
  const { params, query, body, reply, access, limit, bodyLimit, accepts, ...plain } = described
  return {
    ...plain,
    kind: 'endpoint',
    // Read from data, an absent flag may stand there as undefined.
    access: JSON.parse(JSON.stringify(access)) as AnyEndpoint['access'],
    ...(params ? { params: openSchema(params) } : {}),
    ...(query ? { query: openSchema(query) } : {}),
    ...(body ? { body: openSchema(body) } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(accepts === undefined ? {} : { accepts }),
    reply: openSchema(reply),
  }
}
