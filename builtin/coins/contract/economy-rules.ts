import { defineService, type SettingDeclarations, type SettingValues } from '@spawnpoint/sdk/common'

interface Rule {
  /** Kind of the rule's transactions in the ledger; the message `ledger.<fact>` of its plugin names it. */
  readonly kind: string
}

/** A coin for each stretch of counted time, up to so many a day. */
export interface TimeRule extends Rule {
  readonly type: 'time'
  readonly msPerCoin: number
  readonly coinsPerDay: number
}

/** A reward for each task that is followed to its end; the cooldown runs from one reward to the next start. */
export interface TaskRule extends Rule {
  readonly type: 'task'
  readonly coins: number
  readonly perDay: number
  readonly durationMs: number
  readonly cooldownMs: number
}

/** A reward that each account gets once, so long after it began to wait for it. */
export interface OnceRule extends Rule {
  readonly type: 'once'
  readonly coins: number
  readonly waitMs: number
  /** Rewards that are left for all accounts together; null where there is no end. */
  readonly uses: number | null
}

/** Rewards for bringing a new account, so long after it came: to the person who invited, and to the one who came. */
export interface InviteRule extends Rule {
  readonly type: 'invite'
  readonly coins: number
  readonly coinsOfInvited: number
  readonly waitMs: number
}

/** Something for sale; an account buys it up to `most` times. */
export interface PurchaseRule extends Rule {
  readonly type: 'purchase'
  readonly price: number
  readonly most: number
}

/**
 * A price for each period of something that runs, due on its last day. Unpaid for `graceMs` it stops, and after `keepMs`
 * more it is gone; who pays while it is stopped begins a new period.
 */
export interface RenewalRule extends Rule {
  readonly type: 'renewal'
  readonly price: number
  readonly everyMs: number
  readonly graceMs: number
  readonly keepMs: number
}

/** Coins from one account to another; the fee is on top, in whole coins, rounded up. */
export interface GiftRule extends Rule {
  readonly type: 'gift'
  readonly least: number
  readonly most: number
  readonly feePercent: number
}

/** One way by which coins are created, removed or moved, as data. */
export type EconomyRule = TimeRule | TaskRule | OnceRule | InviteRule | PurchaseRule | RenewalRule | GiftRule

/** Reads settings as they are, or as a simulation changes them. */
export interface SettingsReader {
  read<D extends SettingDeclarations>(declarations: D): SettingValues<D>
}

/** The rules and settings of one plugin, for the simulator of the economy. */
export interface EconomyPart {
  /** Its settings that a simulation may change. */
  readonly settings: SettingDeclarations
  /** The rules that hold under these settings; none where they turn the feature off. */
  rules(settings: SettingsReader): readonly EconomyRule[] | Promise<readonly EconomyRule[]>
}

/** A plugin through which coins are earned, spent or moved offers its part as `memberOf(EconomyParts, '<its id>')`. */
export const EconomyParts = defineService<EconomyPart>('coins.economy-parts')
