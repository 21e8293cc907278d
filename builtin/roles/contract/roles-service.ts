import { defineService, type PermissionSourceService, type Queries } from '@spawnpoint/sdk/common'

export interface Role {
  readonly id: string
  readonly name: string
  readonly realName: string
  /** Hex colour, `#rrggbb`. */
  readonly color: string
}

/** Everybody has exactly one role; who was given none has the default one. */
export interface RolesService extends PermissionSourceService {
  list(): Promise<readonly Role[]>
  roleOf(user: string): Promise<Role>
  rolesOf(users: readonly string[]): Promise<ReadonlyMap<string, Role>>
  /**
   * Gives a role. `actor` may only give what does not exceed their own permissions; throws `ROLES_EXCEEDS_OWN`.
   * The caller reauthenticates the user first, outside of the transaction.
   * Taking it from the last who holds it throws `ROLES_LAST_ADMINISTRATOR`, an unknown role `ROLES_UNKNOWN`.
   */
  assign(
    tx: Queries,
    change: { user: string; role: string; actor: { permissions: readonly string[] } },
  ): Promise<void>
  /** Only for the first admin and the command line. */
  assignAdministrator(tx: Queries, user: string): Promise<void>
  /** Ids of all who hold `admin.root` and are neither banned nor deleted. */
  administrators(tx?: Queries): Promise<readonly string[]>
  /** Whether an active user holds `admin.root`. */
  hasAdministrator(tx?: Queries): Promise<boolean>
  /**
   * Runs what may take an administrator away, one such work at a time. Throws `ROLES_LAST_ADMINISTRATOR` when that
   * leaves nobody who can act.
   */
  keepAdministrator(tx: Queries, work: () => Promise<void>): Promise<void>
}

export const Roles = defineService<RolesService>('roles.roles')
