import type { LeaderboardCategory } from '@spawnpoint/contracts/leaderboard'

/** The categories of all plugins, in the order in which they are offered. Shared by the page and the job. */
export const sortCategories = (
  members: readonly (readonly LeaderboardCategory[])[] | null,
): readonly LeaderboardCategory[] =>
  (members ?? []).flat().toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
