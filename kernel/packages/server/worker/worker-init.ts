import type { PoolConfig } from 'pg'
import type { ClosedNetwork } from '../context/closed-network.ts'
import type { Values } from '../context/config-values.ts'

/** Data that a worker receives before it sets up its plugin. */
export interface WorkerInit {
  readonly id: string
  readonly version: string
  readonly capabilities: readonly string[]
  /** Address of the server module. */
  readonly module: string
  readonly config: Values
  /** Granted services that somebody provides now. */
  readonly services: readonly string[]
  readonly database: PoolConfig | null
  /** Instead of the public network. */
  readonly network: ClosedNetwork | null
}

/** Data of one HTTP call; the worker parses it with the endpoint's schemas. */
export interface RemoteCall {
  readonly actor: {
    readonly id: string
    readonly session: string
    readonly permissions: readonly string[]
  } | null
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly ip: string
  readonly requestId: string
}
