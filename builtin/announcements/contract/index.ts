export {
  dismissAnnouncement,
  listAnnouncements,
  listAudiences,
  readAllAnnouncements,
  readAnnouncement,
  showAnnouncement,
} from './feed.ts'
export { listIncidentUpdates, postIncidentUpdate } from './incidents.ts'
