export { LeaderboardCategories, type LeaderboardCategory, type LeaderboardUnit } from './categories.ts'
export { Leaderboard, type LeaderboardService, type Standing } from './leaderboard-service.ts'
export { appearances, changeAppearance, readLeaderboard, type Appearance } from './endpoints.ts'
export { leaderboardSettings } from './settings.ts'
