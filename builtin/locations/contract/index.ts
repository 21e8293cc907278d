import type { ServiceOf, StoredRowOf } from '@spawnpoint/sdk/resource'
import { locations } from '../resource.ts'

export { locations }

/** A place where servers are created. */
export type Location = StoredRowOf<typeof locations>
export type LocationsService = ServiceOf<typeof locations>

export const Locations = locations.service
