import { defineService } from '@spawnpoint/sdk/common'

/** One figure for Prometheus with a value for each set of labels. @example const supply: MetricFigure = { name: 'spawnpoint_coins', help: 'Coins of all customers', kind: 'gauge', values: [{ value: 1200 }] } */
export interface MetricFigure {
  /** Starts with `spawnpoint_`. */
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter'
  readonly values: readonly {
    readonly labels?: Readonly<Record<string, string>>
    readonly value: number
  }[]
}

/** Figures of one plugin, read each time Prometheus asks. @example const source: MetricSource = { read: async () => [{ name: 'spawnpoint_notes', help: 'Notes', kind: 'gauge', values: [{ value: 3 }] }] } */
export interface MetricSource {
  read(): Promise<readonly MetricFigure[]>
}

/**
 * The family of tokens under which plugins offer figures for `/api/metrics`.
 *
 * @example provide(memberOf(MetricSources, 'notes'), { db: Database }, ({ db }) => ({ read: async () => [{ name: 'spawnpoint_notes', help: 'Notes', kind: 'gauge', values: [{ value: await db.orm.$count(notes) }] }] }))
 */
export const MetricSources = defineService<MetricSource>('kernel.metric-sources')
