/** The browser version of a contract: code of the exports that are data, by name, and the names of the others. */
export interface LightContract {
  readonly exported: ReadonlyMap<string, string>
  readonly leftOut: ReadonlySet<string>
}

const notData = Symbol('not data')

const isPlainObject = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value

const pick = (from: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])))

const without = (from: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key))

/** The fields the browser needs of each declaration; schemas stay on the server. */
const lightKinds: Readonly<Record<string, (value: Record<string, unknown>) => Record<string, unknown>>> = {
  endpoint: (value) => pick(value, ['kind', 'method', 'path', 'access', 'fails']),
  service: (value) => pick(value, ['kind', 'id', 'optional']),
  event: (value) => pick(value, ['kind', 'name']),
}

const lightRecord = (value: Record<string, unknown>): Record<string, unknown> => {
  const { kind, schema } = value
  const light = typeof kind === 'string' ? lightKinds[kind] : undefined
  if (light) return light(value)
  // A declared setting.
  return isSchema(schema) && 'audience' in value ? without(value, 'schema') : value
}

function toData(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : notData
  if (isSchema(value)) return notData
  if (Array.isArray(value)) {
    const items = value.map(toData)
    return items.includes(notData) ? notData : items
  }
  if (!isPlainObject(value)) return notData
  const entries = Object.entries(lightRecord(value))
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]): [string, unknown] => [key, toData(inner)])
  return entries.some(([, inner]) => inner === notData) ? notData : Object.fromEntries(entries)
}

const exportCode = (name: string, value: unknown): string =>
  name === 'default'
    ? `export default ${JSON.stringify(value)}\n`
    : `export const ${name} = ${JSON.stringify(value)}\n`

/** Turns the exports of a contract into a module without zod, functions or classes. */
export function createLightContract(contract: Readonly<Record<string, unknown>>): LightContract {
  const entries = Object.entries(contract).map(([name, value]): [string, unknown] => [name, toData(value)])
  const data = entries.filter(([, value]) => value !== notData)
  return {
    exported: new Map(data.map(([name, value]) => [name, exportCode(name, value)])),
    leftOut: new Set(entries.filter(([, value]) => value === notData).map(([name]) => name)),
  }
}
