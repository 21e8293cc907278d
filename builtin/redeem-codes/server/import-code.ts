import type { RedeemCodesService } from '@spawnpoint/contracts/redeem-codes'
import { asTransaction, createRowId } from '@spawnpoint/sdk/resource/server'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { lockCode } from './redemption-queries.ts'
import { readToday } from './read-today.ts'
import { statusOf } from './status-of.ts'
import { redeemCode, redemption } from './tables.ts'

interface ImportCodeUses {
  readonly clock: ClockService
  readonly settings: SettingsService
}

/** The balance after a redemption is the reply to a repeated request, and no request stands behind these. */
const NO_BALANCE = 0

/** A code of another system with who has used it: each customer once, as often as they did. */
export const importCode =
  (calendar: ImportCodeUses): RedeemCodesService['importCode'] =>
  async (open, { usedBy, ...code }) => {
    const tx = asTransaction(open)
    if (await lockCode(tx, code.code)) return null
    const id = createRowId()
    const status = statusOf(code, readToday(calendar))
    await tx.insert(redeemCode).values({ ...code, id, perUser: null, status })
    const turns = new Map<string, number>()
    const uses = usedBy.map(({ user, at }) => {
      const turn = (turns.get(user) ?? 0) + 1
      turns.set(user, turn)
      return { user, at, turn }
    })
    const rows = uses.map(({ user, at, turn }) => ({
      id: createRowId(at.getTime()),
      codeId: id,
      code: code.code,
      coins: code.coins,
      userId: user,
      requestKey: randomUUID(),
      balance: NO_BALANCE,
      turn,
      createdAt: at,
    }))
    const most = 1000
    for (let from = 0; from < rows.length; from += most)
      await tx.insert(redemption).values(rows.slice(from, from + most))
    return id
  }
