import {
  maintenanceSettings,
  type MaintenanceChange,
  type MaintenanceService,
} from '@spawnpoint/contracts/maintenance'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Clock, Database, Settings, type MaintenanceSourceService } from '@spawnpoint/sdk/server'

export const uses = { audit: Audit, clock: Clock, db: Database, settings: Settings }

export type Services = ServicesOf<typeof uses>

/** Where no end is known, or it has passed. */
const RETRY_SECONDS = 120
const LONGEST_RETRY_SECONDS = 86_400

/** The seconds until the expected end, for clients that come back by themselves. */
function secondsUntil(until: string, now: Date): number {
  const seconds = until === '' ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1_000)
  return seconds > 0 ? Math.min(seconds, LONGEST_RETRY_SECONDS) : RETRY_SECONDS
}

export const createMaintenanceSource = ({
  settings,
  clock,
}: Pick<Services, 'settings' | 'clock'>): MaintenanceSourceService => ({
  current() {
    const { maintenance_enabled: isOn, maintenance_until: until } = settings.read(maintenanceSettings)
    return isOn ? { retryAfterSeconds: secondsUntil(until, clock.now()) } : null
  },
})

export const createMaintenance = ({ audit, db, settings }: Services): MaintenanceService => ({
  isOn: () => settings.read(maintenanceSettings).maintenance_enabled,
  change: ({ enabled, message = '', until = '', actor, ip }: MaintenanceChange) =>
    db.orm.transaction(async (tx) => {
      const next = enabled ? { message, until } : { message: '', until: '' }
      await settings.write(
        { maintenance_enabled: enabled, maintenance_message: next.message, maintenance_until: next.until },
        tx,
      )
      await audit.write(tx, {
        actor,
        action: enabled ? 'maintenance:on' : 'maintenance:off',
        ...(enabled && { after: next }),
        ...(ip !== undefined && { ip }),
      })
    }),
})
