/** The permission that grants everything. @example holds(permissions, ROOT_PERMISSION) */
export const ROOT_PERMISSION = 'admin.root'

/** One entry of the permission catalogue. @example { constant: 'ADMIN_ROOT', value: 'admin.root', category: 'Admin Root', description: 'everything' } */
export interface PermissionEntry {
  readonly constant: string
  readonly value: string
  readonly category: string
  readonly description: string
}

/**
 * The permission rule: a holder of `admin.root` holds everything, anyone else exactly what is listed.
 * No wildcard, no folding of case or space.
 *
 * @example holds(permissions, 'admin.users.list')
 */
export const holds = (permissions: readonly string[], wanted: string): boolean =>
  permissions.includes(ROOT_PERMISSION) || (wanted !== '*' && permissions.includes(wanted))

/**
 * The list as the session reports it: with a leading `*` for a holder of `admin.root`.
 *
 * @example reportedPermissions(['admin.root']) // ['*', 'admin.root']
 */
export const reportedPermissions = (permissions: readonly string[]): readonly string[] =>
  permissions.includes(ROOT_PERMISSION) ? ['*', ...permissions] : permissions

/** Answers a user's permissions; provided by the plugin that owns roles. @example { permissionsOf: async (user) => ((await isStaff(user)) ? ['admin.users.list'] : []) } */
export interface PermissionSourceService {
  permissionsOf(user: string): Promise<readonly string[]>
}

/** Returns the step that an account must complete before it may use the product. @example { openStep: async (user) => ((await isSetUp(user)) ? null : 'second-factor') } */
export interface RequiredStepSourceService {
  /** The id of the required step, or null. Called whenever a session is read from the database; bump the epoch once the step is completed. */
  openStep(user: string): Promise<string | null>
}
