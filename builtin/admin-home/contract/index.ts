export {
  dismissChecklist,
  readActivity,
  readChecklist,
  readOverview,
  type Activity,
  type ChecklistStep,
} from './admin-home-endpoints.ts'
export { adminHomeSettings } from './admin-home-settings.ts'
export { readAnalytics, readSchedules } from './figure-endpoints.ts'
export { logFile, readLogs, shareLogs, type ShownLine } from './log-endpoints.ts'
export {
  checkUpdates,
  readRepository,
  readUpdates,
  type LookupFailure,
  type Updates,
} from './repository-endpoints.ts'
