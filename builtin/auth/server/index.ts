import { Auth, authSettings } from '@spawnpoint/contracts/auth'
import { Mail } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { userErased, Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { registerAdminCommands } from './admin-commands.ts'
import { createAuthContext } from './auth-context.ts'
import { createAuthService } from './auth-service.ts'
import { forgetPerson } from './credential-queries.ts'
import { offerFirstAdmin } from './first-admin.ts'
import { RESET_EMAIL, resetEmailPayload, sendResetEmail } from './handle-recovery.ts'
import { serveAuth } from './serve-auth.ts'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    settings: kernel.Settings,
    events: kernel.Events,
    jobs: kernel.Jobs,
    audit: kernel.Audit,
    sessions: kernel.Sessions,
    secrets: kernel.Secrets,
    clock: kernel.Clock,
    limits: kernel.Limits,
    instance: kernel.Instance,
    users: Users,
    roles: Roles,
    mail: optional(Mail),
  },
  provides: Auth,
  alsoProvides: [kernel.RequiredStepSource],
  settings: authSettings,
  async setup(services, host) {
    const context = createAuthContext(services)
    serveAuth(host, context)
    registerAdminCommands(host, context)
    host.job(RESET_EMAIL, { payload: resetEmailPayload, maxAttempts: 5 }, sendResetEmail(context))
    host.on(userErased, ({ payload }) => forgetPerson(services.db.orm, payload.id))
    await offerFirstAdmin(context)
    return createAuthService(context)
  },
})
