import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleLinkAccountOf, handleReadAccountOf, handleUnlinkAccountOf } from './account-of-user.ts'
import { dropCode } from './link-codes.ts'
import { handleAskForCode, handleLinkOwnAccount, handleReadOwnAccount, sendCode } from './own-account.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => dropCode(db.orm, payload.id))

export default definePluginServer(manifest, {
  endpoints: [
    handleReadOwnAccount,
    handleAskForCode,
    handleLinkOwnAccount,
    handleReadAccountOf,
    handleLinkAccountOf,
    handleUnlinkAccountOf,
  ],
  jobs: [sendCode],
  listeners: [forgetUser],
})
