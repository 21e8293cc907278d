type OpenPath = (route: string, params?: Readonly<Record<string, string>>) => string | null

/**
 * Address of a user's page: the form for staff who may edit users, else the read-only page; null without either permission.
 * @example userPath(useOpenPath(), id)
 */
export const userPath = (openPath: OpenPath, id: string): string | null => {
  const list = openPath('users-list')
  return openPath('users-edit', { id }) ?? (list && `${list}?user=${id}`)
}
