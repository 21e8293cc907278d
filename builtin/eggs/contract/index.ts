import type { ServiceOf, StoredRowOf } from '@spawnpoint/sdk/resource'
import { eggs } from '../resource.ts'

export { eggs }

/** A game that a server can run. */
export type Egg = StoredRowOf<typeof eggs>
export type EggsService = ServiceOf<typeof eggs>

export const Eggs = eggs.service
