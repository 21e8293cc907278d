import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

const schemaOf = (schema: z.ZodType | undefined): JsonSchema | null =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : null

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  const described = schemaOf(schema)
  const properties = (described?.['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (described?.['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

const failureSchema = {
  type: 'object',
  required: ['success', 'error_code', 'message', 'request_id'],
  properties: {
    success: { const: false },
    error_code: { type: 'string' },
    message: { type: 'string' },
    request_id: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object' },
  },
}

function operation(endpoint: AnyEndpoint) {
  const body = schemaOf(endpoint.body)
  const byStatus = Object.groupBy(Object.entries(endpoint.fails), ([, status]) => String(status))
  const failures = Object.entries(byStatus).map(([status, codes]) => [
    status,
    {
      description: (codes ?? []).map(([code]) => code).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  return {
    summary: endpoint.summary,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && body
      ? {
          requestBody: {
            required: true,
            content: { [endpoint.accepts ?? 'application/json']: { schema: body } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: schemaOf(endpoint.reply) } } },
      ...Object.fromEntries(failures),
    },
    'x-access': endpoint.access,
  }
}

/** OpenAPI 3.1 of these endpoints. */
export function describeApi(
  endpoints: readonly AnyEndpoint[],
  info: { title: string; version: string; origin: string },
): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.origin }],
    paths,
    components: { schemas: { Failure: failureSchema } },
  }
}
