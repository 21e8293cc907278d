/** Whether somebody may open a page of the administration. Both sides ask: only staff may use safe mode. */
export const isStaff = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission.startsWith('admin.'))
