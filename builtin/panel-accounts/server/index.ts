import { PanelAccountLinks } from '@spawnpoint/contracts/panel-accounts'
import { userEmailChanged, userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, Jobs, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createAccountLinks, linkUses } from './account-links.ts'
import { handleLinkAccountOf, handleReadAccountOf, handleUnlinkAccountOf } from './account-of-user.ts'
import { forgetAccount, passOnEmail, queueForgetting, queuePassingOn } from './forget-account.ts'
import { dropCode } from './link-codes.ts'
import { handleAskForCode, handleLinkOwnAccount, handleReadOwnAccount, sendCode } from './own-account.ts'

const forgetUser = listen(userErased, { db: Database, jobs: Jobs }, async ({ payload, db, jobs }) => {
  await dropCode(db.orm, payload.id)
  await queueForgetting({ jobs }, payload.id)
})

const followEmail = listen(userEmailChanged, { jobs: Jobs }, ({ payload, jobs }) =>
  queuePassingOn({ jobs }, payload.id),
)

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
  jobs: [sendCode, forgetAccount, passOnEmail],
  listeners: [forgetUser, followEmail],
})
