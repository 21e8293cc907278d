export { sendHeartbeat, startCounting } from './counting.ts'
export { afkSettings } from './settings.ts'
