import type { ServiceToken } from '@spawnpoint/sdk/common'

/** The services that something needs, each under the name it is called by. @example const uses = { db: Database, audit: Audit } satisfies Uses */
export type Uses = Readonly<Record<string, ServiceToken<unknown>>>
