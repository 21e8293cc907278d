import { defineService, type OpenTransaction, type UsageCheck } from '@spawnpoint/sdk/common'

export { listPanelLocations, locationEndpoints, locations } from './locations.ts'

/** A place where servers are created. */
export interface Location {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly panelLocationId: number
  readonly nodeIp: string
  readonly status: 'online' | 'offline' | 'maintenance'
  readonly slots: number
  readonly vipOnly: boolean
  readonly imageId: string | null
}

export interface LocationsService {
  find(id: string): Promise<Location | null>
  /** The locations that take new servers, by name. */
  listOpen(): Promise<readonly Location[]>
  /** Those that customers hear of, by name: the open ones, and those under maintenance, which will be open again. */
  listShown(): Promise<readonly Location[]>
  /** Finds and locks the row: until the transaction ends it is neither edited nor deleted, and others who hold it wait. */
  hold(tx: OpenTransaction, id: string): Promise<Location | null>
  /** Writes a location in the caller's transaction, as the panel's demonstration does with its own. */
  create(tx: OpenTransaction, values: Omit<Location, 'id' | 'imageId'>): Promise<Location>
  /** Takes rows off sale in the caller's transaction; answers how many were on. */
  switchOff(tx: OpenTransaction, ids: readonly string[]): Promise<number>
  /** Adds a check that is asked before a location is deleted; returns its undo. */
  onDelete(check: UsageCheck): () => void
}

export const Locations = defineService<LocationsService>('locations.locations')
