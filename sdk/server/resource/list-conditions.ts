import { fieldsOf, type FieldSpec, type Resource } from '@spawnpoint/sdk/resource'
import { and, inArray, or, type SQL } from 'drizzle-orm'
import { readFilterPairs } from '../../common/filter-pairs.ts'
import { contains } from '../list/contains.ts'
import { getColumn, type ResourceTable } from './resource-table.ts'

const searchCondition = (resource: Resource, table: ResourceTable, search: string): SQL | undefined => {
  if (search === '') return undefined
  const searched = fieldsOf(resource, ({ column }) => column?.search === true)
  return or(...searched.map(([key]) => contains(getColumn(table, key), search)))
}

const allowedValue = (spec: FieldSpec | undefined, value: string): unknown => {
  if (!spec?.column?.filter) return undefined
  if (spec.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined
  return spec.values?.includes(value) ? value : undefined
}

/** `key:value` pairs as wanted values by key; null when one is not offered. */
function readFilter(resource: Resource, text: string): Map<string, unknown[]> | null {
  const wanted = new Map<string, unknown[]>()
  for (const [key, value] of readFilterPairs(text)) {
    const spec = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
    const allowed = allowedValue(spec, value)
    if (allowed === undefined) return null
    wanted.set(key, [...(wanted.get(key) ?? []), allowed])
  }
  return wanted
}

/** SQL conditions for search and filters; null when a filter is unknown. */
export function listConditions(
  resource: Resource,
  table: ResourceTable,
  {
    search = '',
    filter = '',
  }: { readonly search?: string | undefined; readonly filter?: string | undefined },
): { readonly where: SQL | undefined } | null {
  const wanted = readFilter(resource, filter)
  if (!wanted) return null
  const filters = [...wanted].map(([key, values]) => inArray(getColumn(table, key), values))
  return { where: and(searchCondition(resource, table, search), ...filters) }
}
