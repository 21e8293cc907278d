export {
  dismissAnnouncement,
  listAnnouncements,
  listAudiences,
  readAllAnnouncements,
  readAnnouncement,
  showAnnouncement,
} from './feed.ts'
