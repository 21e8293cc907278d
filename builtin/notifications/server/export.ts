import { exported, provideExports } from '@spawnpoint/sdk/server'
import { device, notification, preference, routine } from './tables.ts'

/** Choices of users; inbox, devices and addresses that carry a right stay here. */
export const notificationsExport = provideExports('notifications', [
  {
    name: 'notifications',
    about: 'The inbox of a user.',
    version: 1,
    table: notification,
    key: [notification.id],
    isOnlyPersonal: true,
    personal: { rows: notification.person },
    columns: {
      plugin: exported(notification.plugin),
      kind: exported(notification.kind),
      params: exported(notification.params, 'Names and numbers in the text.'),
      createdAt: exported(notification.createdAt),
      readAt: exported(notification.readAt),
      doneAt: exported(notification.doneAt),
      savedAt: exported(notification.savedAt),
    },
  },
  {
    name: 'notification-devices',
    about: 'Browsers that get notifications.',
    version: 1,
    table: device,
    key: [device.id],
    isOnlyPersonal: true,
    personal: { rows: device.person },
    columns: { label: exported(device.label), createdAt: exported(device.createdAt) },
  },
  {
    name: 'notification-preferences',
    about: 'Which notifications users want, and where; null stands for the default.',
    version: 1,
    table: preference,
    key: [preference.person, preference.plugin, preference.kind],
    personal: { rows: preference.person },
    columns: {
      person: exported(preference.person, 'Id in `users`.'),
      plugin: exported(preference.plugin),
      kind: exported(preference.kind),
      inApp: exported(preference.inApp),
      email: exported(preference.email),
      push: exported(preference.push),
      discord: exported(preference.discord),
    },
  },
  {
    name: 'notification-routines',
    about: 'Quiet hours and digests of users.',
    version: 1,
    table: routine,
    key: [routine.person],
    personal: { rows: routine.person },
    columns: {
      person: exported(routine.person, 'Id in `users`.'),
      quietFrom: exported(routine.quietFrom, 'Hour of the day.'),
      quietTo: exported(routine.quietTo, 'Hour of the day.'),
      timeZone: exported(routine.timeZone),
      digest: exported(routine.digest),
    },
  },
])
