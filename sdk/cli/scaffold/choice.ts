/** Contributions that a new plugin can start with. */
export const CONTRIBUTIONS = [
  'page',
  'admin-page',
  'widget',
  'slot',
  'debug-tab',
  'job',
  'table',
  'event',
  'settings',
  'resource',
  'wallet',
] as const
export type ContributionKind = (typeof CONTRIBUTIONS)[number]

/** These are drawn. */
export const DRAWN: readonly ContributionKind[] = [
  'page',
  'admin-page',
  'widget',
  'slot',
  'debug-tab',
  'wallet',
]
/** These need a server module. */
export const SERVED: readonly ContributionKind[] = ['job', 'table', 'event', 'resource', 'wallet']

/** The validated choices of the author. */
export interface Choice {
  readonly id: string
  readonly title: string
  readonly server: boolean
  readonly contributions: ReadonlySet<ContributionKind>
}

export const has = ({ contributions }: Choice, kind: ContributionKind) => contributions.has(kind)
export const isDrawn = ({ contributions }: Choice) => DRAWN.some((kind) => contributions.has(kind))
/** The page shows what the server module says. */
export const pageCalls = (choice: Choice) => choice.server && has(choice, 'page')

export const schemaOf = (id: string) => id.replaceAll('-', '_').replaceAll('.', '__')
export const permissionOf = ({ id }: Choice) => `plugin.${id}.manage`
const upperCase = (id: string) => id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
export const constantOf = ({ id }: Choice) => `${upperCase(id)}_MANAGE`
/** The code of a failure: it begins with the plugin's id, so that no two plugins have the same. */
export const failureOf = ({ id }: Choice, name: string) => `${upperCase(id)}_${name}`

/** Lines of a file; what was not asked for is false and left out. */
export const lines = (...parts: readonly (string | false)[]): string =>
  `${parts.filter((part) => part !== false).join('\n')}\n`

/** Text as a string of TypeScript. */
export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(/\s+/g, ' ')}'`
