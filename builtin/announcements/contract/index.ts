export {
  dismissAnnouncement,
  listAnnouncements,
  listAudiences,
  readAllAnnouncements,
  readAnnouncement,
  showAnnouncement,
} from './feed.ts'
export { Incidents, type IncidentFacts, type IncidentsService } from './incidents-service.ts'
export { listIncidentUpdates, postIncidentUpdate } from './incidents.ts'
