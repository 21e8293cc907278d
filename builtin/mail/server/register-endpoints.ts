import { deleteOwnEmail, listOwnEmails, listUserEmails, sendTestEmail } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import type {
  AuditService,
  DatabaseService,
  InstanceService,
  ServerHost,
  SessionsService,
  SettingsService,
} from '@spawnpoint/sdk/server'
import { handleDeleteOwnEmail, handleListOwnEmails, handleSendTestEmail } from './handle-emails.ts'
import { handleListUserEmails } from './handle-user-emails.ts'

export const registerEndpoints = (
  uses: {
    db: DatabaseService
    audit: AuditService
    instance: InstanceService
    users: UsersService
    settings: SettingsService
    sessions: SessionsService
  },
  host: ServerHost,
): void => {
  host.endpoint(listOwnEmails, handleListOwnEmails(uses))
  host.endpoint(deleteOwnEmail, handleDeleteOwnEmail(uses))
  host.endpoint(listUserEmails, handleListUserEmails(uses))
  host.endpoint(sendTestEmail, handleSendTestEmail(uses))
}
