import * as contract from '@spawnpoint/contracts/account'
import { defineServerPart } from '@spawnpoint/sdk/server'
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

export default defineServerPart({
  uses: accountUses,
  setup(uses, host) {
    host.endpoint(contract.getAccount, handleGetAccount(uses))
    host.endpoint(contract.updateProfile, handleUpdateProfile(uses))
    host.endpoint(contract.changeEmail, handleChangeEmail(uses))
    host.endpoint(contract.savePreferences, handleSavePreferences(uses))
    host.endpoint(contract.deleteAccount, handleDeleteAccount(uses))
    host.endpoint(contract.listSessions, handleListSessions(uses))
    host.endpoint(contract.endSession, handleEndSession(uses))
    host.endpoint(contract.endOtherSessions, handleEndOtherSessions(uses))
    host.endpoint(contract.listActivity, handleListActivity(uses))
    host.describeSession(describeAccount(uses))
  },
})
