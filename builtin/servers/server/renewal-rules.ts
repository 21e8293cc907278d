import { generalSettings } from '@spawnpoint/contracts/settings'
import { serverSettings } from '@spawnpoint/contracts/servers'
import type { RenewalRules, RenewalState } from './renewal-plan.ts'
import type { ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

export interface RenewalSettings extends RenewalRules {
  readonly enabled: boolean
  readonly cost: number
  readonly days: number
  readonly sendMail: boolean
}

/** One server under its lock, as a run of the job sees it. */
export interface RenewalVisit {
  readonly row: ServerRecord
  readonly rules: RenewalSettings
  readonly now: Date
}

/** Without coins nobody could renew for a price: then nothing expires. */
export const renewalSettings = ({
  settings,
  ledger,
}: Pick<ServerUses, 'settings' | 'ledger'>): RenewalSettings => {
  const { server_renew_enabled, server_renew_cost, server_renew_days } = settings.read(generalSettings)
  const own = settings.read(serverSettings)
  return {
    enabled: server_renew_enabled && (server_renew_cost === 0 || ledger.get() !== null),
    cost: server_renew_cost,
    days: server_renew_days,
    graceDays: own.server_renew_grace_days,
    deleteDays: own.server_renew_delete_days,
    sendMail: own.server_renew_send_mail,
  }
}

/** A server as the plan sees it; null while it does not expire. */
export const renewalStateOf = ({
  expiresAt,
  renewalStep,
  renewalStepAt,
  status,
}: ServerRecord): RenewalState | null =>
  expiresAt && { expiresAt, step: renewalStep, stepAt: renewalStepAt, stopped: status === 'suspended' }
