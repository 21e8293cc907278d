import { Auth, authSettings } from '@spawnpoint/contracts/auth'
import { userErased } from '@spawnpoint/contracts/users'
import {
  Database,
  definePluginServer,
  listen,
  provide,
  RequiredStepSource,
  secretKeyReplaced,
} from '@spawnpoint/sdk/server'

import manifest from '../manifest.ts'
import { registerAdminCommands } from './admin-commands.ts'
import { AuthContext, authUses, createAuthContext } from './auth-context.ts'
import { createAuthService } from './auth-service.ts'
import { forgetPerson } from './credential-queries.ts'
import { dropSetupRoute } from './drop-setup-route.ts'
import { offerFirstAdmin } from './first-admin.ts'
import { handleLogIn } from './handle-log-in.ts'
import { handleChangePassword, handleReauthenticate } from './handle-own-password.ts'
import {
  handleAskForReset,
  handleResetPassword,
  handleVerifyEmail,
  sendResetEmail,
} from './handle-recovery.ts'
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
import { removeAllTotp } from './second-factor-queries.ts'
import { signInMetrics } from './sign-in-metrics.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => forgetPerson(db.orm, payload.id))
const dropSealed = listen(secretKeyReplaced, { db: Database }, ({ db }) =>
  db.orm.transaction((tx) => removeAllTotp(tx)),
)

export default definePluginServer(manifest, {
  settings: authSettings,
  internal: [provide(AuthContext, authUses, createAuthContext)],
  provides: [
    provide(Auth, { context: AuthContext }, ({ context }) => createAuthService(context)),
    provide(RequiredStepSource, { auth: Auth }, ({ auth }) => auth),
    signInMetrics,
  ],
  endpoints: [
    handleLogIn,
    handleVerifySecondFactor,
    handleResume,
    handleLogOut,
    handleFindSso,
    handleRegister,
    handleVerifyEmail,
    handleAskForReset,
    handleResetPassword,
    handleReauthenticate,
    handleChangePassword,
    handleGetSecondFactor,
    handleStartSecondFactor,
    handleConfirmSecondFactor,
    handleDisableSecondFactor,
    handleMakeRecoveryCodes,
    handleGetUserSecurity,
    handleResetUserSecondFactor,
    handleSendUserReset,
  ],
  jobs: [sendResetEmail],
  listeners: [forgetUser, dropSealed],
  uses: { context: AuthContext },
  async setup({ context }, host) {
    host.routes(dropSetupRoute(context))
    registerAdminCommands(host, context)
    await offerFirstAdmin(context)
  },
})
