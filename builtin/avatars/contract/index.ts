export {
  readBackground,
  readUserBackground,
  removeAvatar,
  removeBackground,
  removeUserAvatar,
  removeUserBackground,
  uploadAvatar,
  uploadBackground,
} from './calls.ts'
export { avatarSettings } from './settings.ts'
