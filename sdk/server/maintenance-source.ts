import { defineService } from '@spawnpoint/sdk/common'

/** Says whether the instance is closed for maintenance. @example const open: MaintenanceSourceService = { current: () => null } */
export interface MaintenanceSourceService {
  /** Null while the instance is open. Asked for each call, so it answers from memory. */
  current(): {
    /** Sent as `Retry-After`. */
    readonly retryAfterSeconds: number
  } | null
}

/**
 * The token the kernel asks whether the instance is closed for maintenance. While it is, every call of a person without
 * `admin.root` is refused with 503 `E_MAINTENANCE`, but for those with `duringMaintenance` and the kernel's own, and the
 * page of the well-known route `closed` stands in for each page while the flag of that route is on.
 *
 * @example provide(MaintenanceSource, {}, () => ({ current: () => null }))
 */
export const MaintenanceSource = defineService<MaintenanceSourceService>('kernel.maintenance-source')
