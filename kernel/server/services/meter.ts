import type { FastifyInstance } from 'fastify'

/** Counts what happens in this process; the command that starts the product says how to read it. */
export interface Meter {
  answered(plugin: string, route: string, status: number, seconds: number): void
  fault(plugin: string): void
  /** A session answer went without the fresh part of a plugin. */
  late(plugin: string): void
  /** A browser reported that the content policy stopped something. */
  policyReport(): void
  /** Mounts the call that answers the figures. */
  mount(app: FastifyInstance): void
}
