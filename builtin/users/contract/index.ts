export {
  deleteUser,
  endUserSession,
  endUserSessions,
  findBySupportPin,
  findUsers,
  getSupportPin,
  getUser,
  listUserActivity,
  listUserRoles,
  listUsers,
  readUserFigures,
  listUserSessions,
  renewSupportPin,
  updateUser,
} from './users-endpoints.ts'
export {
  userBanned,
  userCreated,
  userEmailChanged,
  userErased,
  Users,
  type ImportedPerson,
  type NewPerson,
  type Person,
  type Preferences,
  type UsersService,
} from './users-service.ts'

export { usersSettings } from './settings.ts'
export { UserNames, type UserName, type UserNamesService } from './names-service.ts'

/** The place beside the title of a user's page, for actions of other plugins; they get `user`, the user's details. */
export const USER_ACTIONS_SLOT = 'admin.user.actions'

/** The place in the tab "Basic info" of a user, for cards of other plugins; they get `user`, the user's details. */
export const USER_PROFILE_SLOT = 'admin.user.profile'
