import type { EarningHoldsService, HoldSign, Inspection } from '@spawnpoint/contracts/anti-abuse'
import { holds, type ServicesOf } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { Permissions } from '@spawnpoint/sdk/server'
import { findSigns, traceUses } from './find-signs.ts'
import { saveHold } from './hold-queries.ts'
import { listCleared } from './trace-queries.ts'

export const holdUses = { ...traceUses, permissions: Permissions }
type Services = ServicesOf<typeof holdUses>

/** The sign that staff clear with a payment. One that the paying plugin found belongs to that earning alone. */
export const clearableOf = ({ plugin, code, detail = '', other }: HoldSign): string | null =>
  plugin === 'anti-abuse' ? `${code}:${other ?? detail}` : null

/** Signs that neither a permission nor an earlier decision of staff explains. */
async function findUnexplained(
  services: Services,
  { user, ip, signs = [] }: Inspection,
): Promise<readonly HoldSign[]> {
  const found = [...signs, ...(await findSigns(services, user, ip))]
  if (found.length === 0) return []
  const rights = await services.permissions.of(user)
  const cleared = await listCleared(services.db.orm, user)
  const mayHide = holds(rights, 'user.permission.vpn')
  const mayAlt = holds(rights, 'user.permission.alt')
  return found
    .filter((sign) => !(sign.isAlt && mayAlt))
    .filter((sign) => !(sign.plugin === 'anti-abuse' && sign.code === 'vpn' && mayHide))
    .filter((sign) => !cleared.has(clearableOf(sign) ?? ''))
    .map((sign) => ({ ...sign, of: user }))
}

/** Holds as the paying plugins see them. */
export const createEarningHolds = (services: Services): EarningHoldsService => ({
  async inspect(people) {
    const signs: HoldSign[] = []
    for (const person of people) signs.push(...(await findUnexplained(services, person)))
    if (signs.length === 0) return null
    return { hold: (tx, earning) => saveHold(asTransaction(tx), earning, signs, services.clock.now()) }
  },
})
