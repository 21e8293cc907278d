import { defineService } from '@spawnpoint/sdk/common'

/** One change of maintenance, and whose it is; `actor` is null for the command line and the product itself. */
export interface MaintenanceChange {
  readonly enabled: boolean
  readonly message?: string
  /** ISO time, or empty. */
  readonly until?: string
  readonly actor: string | null
  readonly ip?: string
}

/** Closes the instance for everybody without `admin.root`, and opens it again. */
export interface MaintenanceService {
  isOn(): boolean
  /** Takes effect in every process. Message and end of before are replaced. */
  change(change: MaintenanceChange): Promise<void>
}

export const Maintenance = defineService<MaintenanceService>('maintenance.switch')
