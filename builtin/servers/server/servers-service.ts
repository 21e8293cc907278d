import type { AllowancesService, ServersService } from '@spawnpoint/contracts/servers'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { addToAllowance, readAllowance } from './allowance-queries.ts'
import { checkGame, type EggLookService } from './egg-variables.ts'
import { extendServer } from './extend-server.ts'
import { allowanceOf, readUsage } from './limits.ts'
import { orderServer } from './order-server.ts'
import { receiveBuild } from './receive-build.ts'
import { listOwnersAmong, listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

/** Servers and limits as other plugins see them. */
export const createServersService = (
  uses: ServerUses & { readonly look: EggLookService },
): ServersService & AllowancesService => ({
  async ownedBy(user) {
    const rows = await listServersOf(uses.db.orm, user)
    return rows.map(({ expiresAt, createdAt, ...row }) => ({
      ...row,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }))
  },
  extend: (tx, extension) => extendServer(uses, asTransaction(tx), extension),
  ownersAmong: (users) => listOwnersAmong(uses.db.orm, users),
  checkGame: (order) => checkGame(uses, order),
  order: (tx, order) => orderServer(uses, asTransaction(tx), order),
  receive: (tx, finished) => receiveBuild(uses, asTransaction(tx), finished),
  of: (user) => readAllowance(uses.db.orm, uses.settings, user),
  async add(open, user, change) {
    const tx = asTransaction(open)
    const changed = await addToAllowance(tx, uses.settings, user, change)
    await uses.sessions.changed(tx, user)
    return changed
  },
  usage: async (user) => allowanceOf(await readUsage(uses, uses.db.orm, user)),
})
