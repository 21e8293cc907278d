import { defineService } from '@spawnpoint/sdk/common'

/** A user as others see them: no address, no email. */
export interface UserName {
  readonly id: string
  readonly username: string
}

/** Names alone, for plugins that show who did something. */
export interface UserNamesService {
  /** Null for an id that nobody has. An erased user has a pseudonym. */
  find(id: string): Promise<UserName | null>
  /** Up to 500 ids at once; unknown ids are left out. */
  findMany(ids: readonly string[]): Promise<readonly UserName[]>
}

export const UserNames = defineService<UserNamesService>('users.names')
