import { defineService } from '@spawnpoint/sdk/common'

/** The place of a person in one category. */
export interface Standing {
  readonly category: string
  readonly plugin: string
  readonly rank: number
}

export interface LeaderboardService {
  /** Places that others may see; none for people who do not appear by name. */
  standingsOf(person: string): Promise<readonly Standing[]>
}

export const Leaderboard = defineService<LeaderboardService>('leaderboard.leaderboard')
