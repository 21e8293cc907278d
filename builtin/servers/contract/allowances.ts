import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'

/** How much a customer may use over all their servers: memory and disk in MB, CPU in percent of a core. */
export interface Allowance {
  readonly memory: number
  readonly disk: number
  readonly cpu: number
  readonly ports: number
  readonly databases: number
  readonly backups: number
  readonly slots: number
}

export interface AllowancesService {
  of(user: string): Promise<Allowance>
  /** Adds to the allowance inside the caller's transaction, whose end decides; answers what it is then. */
  add(tx: OpenTransaction, user: string, change: Partial<Allowance>): Promise<Allowance>
  /** Resources held by queued and live servers. */
  usage(user: string): Promise<Allowance>
}

export const Allowances = defineService<AllowancesService>('servers.allowances')
