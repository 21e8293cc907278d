import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { accountUses } from './account-uses.ts'
import { describeAccount } from './describe-account.ts'
import { handleDeleteAccount } from './handle-delete-account.ts'
import {
  handleChangeEmail,
  handleGetAccount,
  handleSavePreferences,
  handleUpdateProfile,
} from './handle-profile.ts'
import {
  handleEndOtherSessions,
  handleEndSession,
  handleListActivity,
  handleListSessions,
} from './handle-sessions.ts'

export default definePluginServer(manifest, {
  endpoints: [
    handleGetAccount,
    handleUpdateProfile,
    handleChangeEmail,
    handleSavePreferences,
    handleDeleteAccount,
    handleListSessions,
    handleEndSession,
    handleEndOtherSessions,
    handleListActivity,
  ],
  uses: accountUses,
  setup(services, host) {
    host.describeSession(describeAccount(services))
  },
})
