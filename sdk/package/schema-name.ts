import { RESERVED_IDS } from '@spawnpoint/sdk/common'

/** The PostgreSQL schema of a plugin. */
export const schemaNameOf = (id: string): string => id.replaceAll('-', '_').replaceAll('.', '__')

const reserved = new Set(RESERVED_IDS.map(schemaNameOf))

/** No plugin's: a schema of the kernel, of its queue or of PostgreSQL. */
export const isReservedSchema = (schema: string): boolean => reserved.has(schema) || schema.startsWith('pg_')
