import { defineService } from '@spawnpoint/sdk/common'

/** The locations of people by their servers, for plugins that address people by location. */
export interface ServerPlacesService {
  /** Locations where the person has live servers, each with their number. */
  placesOf(person: string): Promise<ReadonlyMap<string, number>>
  /** The locations of servers that are there. */
  locationsOf(servers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** People who have a live server in one of the locations. */
  ownersIn(locations: readonly string[]): Promise<readonly string[]>
}

export const ServerPlaces = defineService<ServerPlacesService>('servers.places')
