export { finishCheck, readRewards, startCheck, type RewardServer } from './rewards.ts'
export { j4rSettings } from './settings.ts'
