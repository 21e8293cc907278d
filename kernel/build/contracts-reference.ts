import type { AnyEndpoint, EventType, ServiceToken } from '@spawnpoint/sdk/common'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { pluginServicesFile } from './plugin-services.ts'
import { exportedDeclarations, type Declared } from './declarations.ts'
import { typeText } from './type-text.ts'

const fileName = 'contract/index'

type Exported = Declared & { readonly value: unknown }

const isOfKind = (value: unknown, kind: string) =>
  value instanceof Object && Reflect.get(value, 'kind') === kind
const isService = (value: unknown): value is ServiceToken<unknown> => isOfKind(value, 'service')
const isEvent = (value: unknown): value is EventType => isOfKind(value, 'event')
const isEndpoint = (value: unknown): value is AnyEndpoint => isOfKind(value, 'endpoint')
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

const callerOf = ({ access }: AnyEndpoint): string => {
  if ('public' in access) return 'anyone'
  return 'permission' in access ? access.permission : 'logged-in users'
}

/** The interface behind a token, by its declaration. */
const interfaceOf = ({ text }: Declared): string | null =>
  /ServiceToken<(?:ForPlugins<)?(\w+)/.exec(text)?.[1] ?? null

async function readExports(root: string, contracts: string, id: string, file: string) {
  const source = join(root, 'builtin', id, `${file}.ts`)
  if (!existsSync(source)) return []
  const values: Record<string, unknown> = await import(pathToFileURL(source).href)
  return exportedDeclarations(join(contracts, id, `${file}.d.ts`)).map((each): Exported => ({
    ...each,
    value: values[each.name],
  }))
}

const described = ({ name, commented, doc }: Declared) => ({ name, text: commented, doc })

/** An interface that a service has is told with its service. */
function servicesOf(exports: readonly Exported[], open: ReadonlySet<string>) {
  const all = exports.flatMap((each) => (isService(each.value) ? [{ ...each, token: each.value.id }] : []))
  const services = all
    .filter(({ token }) => open.has(token))
    .map((each) => {
      const shape = exports.find(({ name }) => name === interfaceOf(each))
      const doc = [shape?.doc, each.doc].filter(Boolean).join(' ')
      return {
        name: each.name,
        token: each.token,
        doc,
        shape: shape?.name ?? null,
        text: shape?.commented ?? '',
      }
    })
  return { services, closed: all.filter(({ token }) => !open.has(token)).map(({ name }) => name) }
}

function describeContract(
  id: string,
  exports: readonly Exported[],
  schemas: readonly Exported[],
  open: ReadonlySet<string>,
) {
  const { services, closed } = servicesOf(exports, open)
  const told = new Set([
    ...services.map(({ shape }) => shape),
    ...services.map(({ name }) => name),
    ...closed,
  ])
  const isKnown = ({ value }: Exported) => isEvent(value) || isEndpoint(value) || isSchema(value)
  return {
    entry: `@spawnpoint/contracts/${id}`,
    services: services.map(({ shape: _shape, ...service }) => service),
    closed,
    events: exports.flatMap(({ name, doc, value }) =>
      isEvent(value) ? [{ name, event: value.name, doc, payload: typeText(value.payload) }] : [],
    ),
    calls: exports.flatMap(({ name, value }) =>
      isEndpoint(value)
        ? [{ name, method: value.method, path: value.path, caller: callerOf(value), summary: value.summary }]
        : [],
    ),
    schemas: [
      ...exports.flatMap((each) => (isSchema(each.value) ? [{ ...each, from: '' }] : [])),
      ...schemas.flatMap((each) => (isSchema(each.value) ? [{ ...each, from: '/schemas' }] : [])),
    ].map(({ name, doc, from, value }) => ({
      name,
      from,
      doc,
      text: isSchema(value) ? typeText(value) : '',
    })),
    others: exports.filter((each) => !isKnown(each) && !told.has(each.name)).map(described),
  }
}

/** The modules that a plugin may import of the plugins of this product: services, events, calls, schemas and types of each. */
export async function describeContracts(root: string, contracts: string) {
  const { services } = z
    .object({ services: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(root, pluginServicesFile), 'utf8')))
  const ids = globSync(`builtin/*/${fileName}.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/').split('/')[1] ?? '')
    .sort()
  return Promise.all(
    ids.map(async (id) =>
      describeContract(
        id,
        await readExports(root, contracts, id, fileName),
        await readExports(root, contracts, id, 'contract/schemas'),
        new Set(services),
      ),
    ),
  )
}
