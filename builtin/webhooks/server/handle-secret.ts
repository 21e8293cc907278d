import { replaceSecret, showSecret } from '@spawnpoint/contracts/webhooks'
import {
  answer,
  Audit,
  Clock,
  Database,
  requireReauthentication,
  Secrets,
  Sessions,
} from '@spawnpoint/sdk/server'
import { readSecrets, saveNewSecret, type SigningSecrets } from './secret-queries.ts'
import { findWebhook } from './webhook-queries.ts'

const DAY_MS = 86_400_000
const uses = { audit: Audit, clock: Clock, db: Database, secrets: Secrets, sessions: Sessions }

const present = ({ current, previousUntil }: SigningSecrets) => ({
  secret: current,
  previousUntil: previousUntil?.toISOString() ?? null,
})

export const handleShowSecret = answer(
  showSecret,
  uses,
  async ({ params: { id }, actor, fail, audit, clock, db, secrets, sessions }) => {
    await requireReauthentication(sessions, actor)
    if (!(await findWebhook(db.orm, id))) throw fail('NOT_FOUND')
    return db.orm.transaction(async (tx) => {
      await audit.write(tx, { actor: actor.id, action: 'webhooks:secret-shown', target: id })
      return present(await readSecrets(tx, { audit, secrets }, id, clock.now()))
    })
  },
)

export const handleReplaceSecret = answer(
  replaceSecret,
  uses,
  async ({ params: { id }, actor, fail, audit, clock, db, secrets, sessions }) => {
    await requireReauthentication(sessions, actor)
    if (!(await findWebhook(db.orm, id))) throw fail('NOT_FOUND')
    return db.orm.transaction(async (tx) => {
      const now = clock.now()
      const { current } = await readSecrets(tx, { audit, secrets }, id, now)
      await saveNewSecret(tx, secrets, id, { current, until: new Date(now.getTime() + DAY_MS) })
      await audit.write(tx, { actor: actor.id, action: 'webhooks:secret-replaced', target: id })
      return present(await readSecrets(tx, { audit, secrets }, id, now))
    })
  },
)
