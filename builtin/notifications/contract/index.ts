export {
  changeNotificationPreference,
  listNotifications,
  markAllNotifications,
  markNotification,
  readNotificationPreferences,
} from './calls.ts'
export { addDevice, changeRoutine, readRoutine, removeDevice } from './channels.ts'
export { digests } from './digests.ts'
export { NotificationKinds, type NotificationKind, type NotificationParams } from './kinds.ts'
export {
  Notifications,
  type KindName,
  type NewNotification,
  type NotificationsService,
} from './notifications-service.ts'
export {
  MOST_A_DAY,
  Notifier,
  type NotifierAnswer,
  type NotifierRequest,
  type NotifierService,
} from './notifier-service.ts'
export { notificationSettings } from './settings.ts'
