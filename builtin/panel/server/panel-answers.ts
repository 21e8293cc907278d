import { z } from 'zod'

const id = z.int().min(0)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

export const item = <Shape extends z.ZodType>(attributes: Shape) =>
  // zod cannot tell the property of a shape that is still a type parameter.
  z.object({ attributes }).transform((answer) => (answer as { attributes: z.output<Shape> }).attributes)

export const listOf = <Shape extends z.ZodType>(entry: Shape) => z.object({ data: z.array(entry) })

export const pageOf = <Shape extends z.ZodType>(entry: Shape) =>
  z.object({
    data: z.array(entry),
    meta: z.object({ pagination: z.object({ total: id, current_page: id, total_pages: id }) }),
  })

export const anything = z.looseObject({})

export const locationAnswer = item(z.object({ id, short: z.string(), long: text })).transform((location) => ({
  id: location.id,
  name: location.short,
  description: location.long,
}))

export const nestAnswer = item(z.object({ id, name: z.string(), description: text }))

export const nodeAnswer = item(
  z.object({
    id,
    name: z.string(),
    fqdn: text,
    // Pelican's nodes have none, and are the places themselves.
    location_id: id.optional(),
    public: z.coerce.boolean().default(true),
    maintenance_mode: z.coerce.boolean().default(false),
    memory: z.number(),
    memory_overallocate: z.number().default(0),
    disk: z.number(),
    disk_overallocate: z.number().default(0),
    // Pterodactyl's nodes have no limit of processor time.
    cpu: z.number().default(0),
    cpu_overallocate: z.number().default(0),
    allocated_resources: z
      .object({ memory: z.coerce.number(), disk: z.coerce.number(), cpu: z.coerce.number().default(0) })
      .optional(),
  }),
)

export const allocationAnswer = item(
  z.object({
    id,
    ip: z.string(),
    alias: z.string().nullish(),
    port: z.int(),
    assigned: z.boolean().optional(),
  }),
)

/** Laravel cuts rules at each `|`, but for a text that begins with a pattern, which is the only rule then. */
const splitRules = (rules: string) =>
  /^(not_)?regex:/i.test(rules) ? [rules] : rules.split('|').filter((rule) => rule !== '')

const variable = item(
  z.object({
    name: z.string(),
    description: text,
    env_variable: z.string(),
    default_value: z.coerce.string().nullish(),
    rules: z.union([z.string(), z.array(z.string())]).nullish(),
    user_viewable: z.coerce.boolean(),
    user_editable: z.coerce.boolean(),
  }),
).transform(({ name, description, env_variable, default_value, rules, user_viewable, user_editable }) => ({
  name,
  description,
  key: env_variable,
  defaultValue: default_value ?? '',
  rules: typeof rules === 'string' ? splitRules(rules) : (rules ?? []),
  userViewable: user_viewable,
  userEditable: user_editable,
}))

const eggFields = z.object({ id, nest: id.optional(), name: z.string(), description: text })

export const eggSummaryAnswer = item(eggFields)

export const eggAnswer = item(
  eggFields.extend({
    docker_image: text,
    docker_images: z.record(z.string(), z.string()).optional().catch(undefined),
    startup: text,
    relationships: z.object({ variables: listOf(variable) }),
  }),
)

export const userAnswer = item(
  z.object({
    id,
    external_id: z.string().nullish(),
    uuid: z.string(),
    username: z.string(),
    email: z.string(),
    first_name: text,
    last_name: text,
    root_admin: z.coerce.boolean().nullish(),
  }),
).transform(({ external_id, first_name, last_name, root_admin, ...user }) => ({
  ...user,
  externalId: external_id ?? null,
  firstName: first_name,
  lastName: last_name,
  admin: root_admin ?? false,
}))
