import { PanelAccountLinks } from '@spawnpoint/contracts/panel-accounts'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createAccountLinks, linkUses } from './account-links.ts'
import { handleLinkAccountOf, handleReadAccountOf, handleUnlinkAccountOf } from './account-of-user.ts'
import { dropCode } from './link-codes.ts'
import { handleAskForCode, handleLinkOwnAccount, handleReadOwnAccount, sendCode } from './own-account.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => dropCode(db.orm, payload.id))

export default definePluginServer(manifest, {
  provides: [provide(PanelAccountLinks, linkUses, createAccountLinks)],
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
