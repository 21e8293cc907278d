export { removeAvatar, removeUserAvatar, uploadAvatar } from './calls.ts'
export { avatarSettings } from './settings.ts'
