import { hash } from 'node:crypto'

/** Stands for a list of permissions, whatever their order: another print means that the rights have changed. */
export const rightsPrint = (permissions: readonly string[]): string =>
  hash('sha256', permissions.toSorted().join('\n'), 'base64url')
