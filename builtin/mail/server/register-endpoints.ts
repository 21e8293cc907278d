import { deleteOwnLetter, listOwnLetters, listUserLetters, sendTestLetter } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { AuditService, DatabaseService, InstanceService, ServerHost } from '@spawnpoint/sdk/server'
import { handleDeleteOwnLetter, handleListOwnLetters, handleSendTestLetter } from './handle-letters.ts'
import { handleListUserLetters } from './handle-user-letters.ts'
import type { PostOffice } from './post-office.ts'

export const registerEndpoints = (
  uses: {
    db: DatabaseService
    audit: AuditService
    instance: InstanceService
    users: UsersService
    post: PostOffice
  },
  host: ServerHost,
): void => {
  host.endpoint(listOwnLetters, handleListOwnLetters(uses))
  host.endpoint(deleteOwnLetter, handleDeleteOwnLetter(uses))
  host.endpoint(listUserLetters, handleListUserLetters(uses))
  host.endpoint(sendTestLetter, handleSendTestLetter(uses))
}
