import type { Capability, ServicesOf, ServiceToken } from '@spawnpoint/sdk/common'
import type { PluginContext } from './plugin-context.ts'

/** Services by token, each under the name it is called by. @example const tokens = { db: Database, audit: Audit } satisfies Tokens */
export type Tokens = Readonly<Record<string, ServiceToken<unknown>>>

/** The manifest of an added plugin, whose capabilities grant members of its context. @example const grants: Grants = manifest */
export interface Grants {
  readonly capabilities: readonly Capability[]
}

/** The `uses` of a value: a built-in names services by token, an added plugin its own manifest. @example const uses = { db: Database } satisfies Uses */
export type Uses = Tokens | Grants

/** The services that `uses` names, or the members of the context that the manifest grants. @example const now = ({ clock }: Used<{ clock: typeof Clock }>) => clock.now() */
export type Used<U extends Uses> = U extends { readonly capabilities: infer C extends readonly Capability[] }
  ? PluginContext<C[number]>
  : U extends Tokens
    ? ServicesOf<U>
    : never
