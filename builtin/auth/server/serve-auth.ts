import * as contract from '@spawnpoint/contracts/auth'
import type { ServerHost } from '@spawnpoint/sdk/server'
import type { AuthContext } from './auth-context.ts'
import { dropSetupRoute } from './drop-setup-route.ts'
import { handleLogIn } from './handle-log-in.ts'
import { handleChangePassword, handleReauthenticate } from './handle-own-password.ts'
import { handleAskForReset, handleResetPassword, handleVerifyEmail } from './handle-recovery.ts'
import { handleRegister } from './handle-register.ts'
import {
  handleConfirmSecondFactor,
  handleDisableSecondFactor,
  handleGetSecondFactor,
  handleMakeRecoveryCodes,
  handleStartSecondFactor,
} from './handle-second-factor.ts'
import { handleVerifySecondFactor } from './handle-second-factor-step.ts'
import {
  handleGetUserSecurity,
  handleResetUserSecondFactor,
  handleSendUserReset,
} from './handle-user-security.ts'
import { handleFindSso, handleLogOut, handleResume } from './handle-session-ends.ts'

/** Mounts every call of this plugin. */
export function serveAuth(host: ServerHost, context: AuthContext): void {
  host.endpoint(contract.logIn, handleLogIn(context))
  host.endpoint(contract.verifySecondFactor, handleVerifySecondFactor(context))
  host.endpoint(contract.resumeSession, handleResume(context))
  host.endpoint(contract.logOut, handleLogOut(context))
  host.endpoint(contract.findSso, handleFindSso(context))
  host.endpoint(contract.register, handleRegister(context))
  host.endpoint(contract.verifyEmail, handleVerifyEmail(context))
  host.endpoint(contract.askForReset, handleAskForReset(context))
  host.endpoint(contract.resetPassword, handleResetPassword(context))
  host.endpoint(contract.reauthenticate, handleReauthenticate(context))
  host.endpoint(contract.changePassword, handleChangePassword(context))
  host.endpoint(contract.getSecondFactor, handleGetSecondFactor(context))
  host.endpoint(contract.startSecondFactor, handleStartSecondFactor(context))
  host.endpoint(contract.confirmSecondFactor, handleConfirmSecondFactor(context))
  host.endpoint(contract.disableSecondFactor, handleDisableSecondFactor(context))
  host.endpoint(contract.makeRecoveryCodes, handleMakeRecoveryCodes(context))
  host.endpoint(contract.getUserSecurity, handleGetUserSecurity(context))
  host.endpoint(contract.resetUserSecondFactor, handleResetUserSecondFactor(context))
  host.endpoint(contract.sendUserReset, handleSendUserReset(context))
  host.routes(dropSetupRoute(context))
}
