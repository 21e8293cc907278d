import { Auth } from '@spawnpoint/contracts/auth'
import { Ledger } from '@spawnpoint/contracts/coins'
import { departments } from '@spawnpoint/contracts/departments/resource'
import { Panel } from '@spawnpoint/contracts/panel'
import { PanelAccountLinks } from '@spawnpoint/contracts/panel-accounts'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { ReferralImport } from '@spawnpoint/contracts/referrals'
import { ServerImport } from '@spawnpoint/contracts/servers'
import { TicketImport } from '@spawnpoint/contracts/tickets'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Clock, Database, Secrets } from '@spawnpoint/sdk/server'

export const importUses = {
  audit: Audit,
  auth: Auth,
  clock: Clock,
  db: Database,
  secrets: Secrets,
  users: Users,
  codes: optional(RedeemCodes),
  departments: optional(departments.service),
  ledger: optional(Ledger),
  panel: optional(Panel),
  panelAccounts: optional(PanelAccountLinks),
  referrals: optional(ReferralImport),
  servers: optional(ServerImport),
  tickets: optional(TicketImport),
}

export type ImportUses = ServicesOf<typeof importUses>
