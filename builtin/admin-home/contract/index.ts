export {
  dismissChecklist,
  readActivity,
  readChecklist,
  readOverview,
  type Activity,
  type ChecklistStep,
} from './admin-home-endpoints.ts'
export { adminHomeSettings } from './admin-home-settings.ts'
