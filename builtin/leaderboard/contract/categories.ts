import { defineService } from '@spawnpoint/sdk/common'

export type LeaderboardUnit = 'number' | 'minutes'

/** One ranking. Its plugin names it by its message `leaderboard.<id>`. */
export interface LeaderboardCategory {
  readonly id: string
  /** The plugin that has the message. */
  readonly plugin: string
  readonly order: number
  readonly unit: LeaderboardUnit
  /**
   * A query of the columns `person` (uuid) and `value`, one row for each person, with the names of its tables in full. It
   * runs in the background every few minutes; people without a value above 0 are left out.
   */
  readonly source: string
}

/** A plugin offers its categories as `memberOf(LeaderboardCategories, '<its id>')`. */
export const LeaderboardCategories = defineService<readonly LeaderboardCategory[]>('leaderboard.categories')
