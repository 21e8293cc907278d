import { EarningHolds, type EarningReview } from '@spawnpoint/contracts/anti-abuse'
import { EconomyParts, Ledger } from '@spawnpoint/contracts/coins'
import { imageHostingSettings } from '@spawnpoint/contracts/image-hosting'
import type { SavedPicture } from '@spawnpoint/contracts/pictures'
import { isAlike, likenessKeys } from '@spawnpoint/contracts/pictures/schemas'
import { memberOf, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  Clock,
  Log,
  provide,
  Settings,
  type Queries,
  type SettingsService,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { and, arrayOverlaps, eq, gt, sql } from 'drizzle-orm'
import { seen } from './tables.ts'

export const rewardUses = {
  clock: Clock,
  holds: optional(EarningHolds),
  ledger: optional(Ledger),
  log: Log,
  settings: Settings,
}
type Services = ServicesOf<typeof rewardUses>

const DAY = 86_400_000

interface Offer {
  readonly coins: number
  /** In 24 hours. */
  readonly most: number
}

/** Null where images earn nothing. */
export function readOffer(settings: Pick<SettingsService, 'read'>): Offer | null {
  const set = settings.read(imageHostingSettings)
  if (!set.image_hosting_coins_per_image_enabled) return null
  return { coins: set.image_hosting_coins_per_image, most: set.image_hosting_coins_per_day }
}

export async function readEarned(db: Queries, owner: string, now: Date): Promise<number> {
  const [found] = await db
    .select({ coins: sql<number>`coalesce(sum(${seen.coins}), 0)::integer` })
    .from(seen)
    .where(and(eq(seen.owner, owner), gt(seen.seenAt, new Date(now.getTime() - DAY))))
  return found?.coins ?? 0
}

/** Found by equal blocks of their likeness, which an index holds. */
async function isKnown(tx: Queries, { hash, likeness }: SavedPicture): Promise<boolean> {
  const same = await tx.select({ id: seen.id }).from(seen).where(eq(seen.hash, hash))
  if (same.length > 0) return true
  const keys = likenessKeys(likeness)
  if (keys.length === 0) return false
  const rows = await tx.select({ likeness: seen.likeness }).from(seen).where(arrayOverlaps(seen.keys, keys))
  return rows.some((row) => isAlike(row.likeness, likeness))
}

export interface Rewarded {
  readonly owner: string
  /** Name of the image. */
  readonly name: string
  readonly picture: SavedPicture
  readonly review: EarningReview | null
}

async function pay(services: Services, tx: Transaction, { owner, name, review }: Rewarded, amount: number) {
  const reward = { scope: `image-hosting:${owner}`, key: name, kind: 'image-hosting:uploaded', user: owner }
  if (review) {
    await review.hold(tx, { ...reward, source: 'image-hosting', recipients: [{ user: owner, amount }] })
    return { spent: amount, coins: 0 }
  }
  const posting = await services.ledger.get()?.earn(tx, { ...reward, from: 'earnings', amount })
  if (posting && 'balance' in posting) return { spent: amount, coins: amount }
  services.log.warn({ user: owner, outcome: posting?.outcome }, 'coins for an image not paid')
  return { spent: 0, coins: 0 }
}

/** Signs of abuse are looked for before the transaction, and only where coins would be paid. */
export const inspect = async (
  { holds, ledger, settings }: Services,
  person: { readonly user: string; readonly ip: string },
): Promise<EarningReview | null> =>
  (readOffer(settings) && ledger.get() && (await holds.get()?.inspect([person]))) || null

/** Pays for a picture that nobody uploaded before, within the limit of the day; answers the coins that arrived. */
export async function payForImage(services: Services, tx: Transaction, image: Rewarded): Promise<number> {
  const { owner, picture } = image
  const { hash, likeness } = picture
  const now = services.clock.now()
  // Two accounts that upload the same at once would both be the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('image-hosting:seen', 0))`)
  if (await isKnown(tx, picture)) return 0
  const offer = services.ledger.get() ? readOffer(services.settings) : null
  const isPaid = offer !== null && (await readEarned(tx, owner, now)) + offer.coins <= offer.most
  const { spent, coins } = isPaid ? await pay(services, tx, image, offer.coins) : { spent: 0, coins: 0 }
  const keys = likenessKeys(likeness)
  await tx.insert(seen).values({ hash, likeness, keys, owner, coins: spent, seenAt: now })
  return coins
}

export const forgetSeen = (tx: Queries, owner: string) =>
  tx.update(seen).set({ owner: null }).where(eq(seen.owner, owner))

/** Coins for uploads, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'image-hosting'), {}, () => ({
  settings: Object.fromEntries(
    Object.entries(imageHostingSettings).filter(([key]) => key.startsWith('image_hosting_coins_')),
  ),
  rules(settings) {
    const offer = settings.read(imageHostingSettings).image_hosting_enabled ? readOffer(settings) : null
    if (!offer) return []
    const { coins, most } = offer
    return [
      {
        type: 'task' as const,
        kind: 'image-hosting:uploaded',
        coins,
        perDay: Math.floor(most / coins),
        durationMs: 5_000,
        cooldownMs: 0,
      },
    ]
  },
}))
