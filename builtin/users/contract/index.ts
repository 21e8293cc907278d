export {
  deleteUser,
  endUserSession,
  endUserSessions,
  findBySupportPin,
  getSupportPin,
  getUser,
  listUserActivity,
  listUserRoles,
  listUsers,
  listUserSessions,
  renewSupportPin,
  updateUser,
} from './users-endpoints.ts'
export {
  userBanned,
  userCreated,
  userErased,
  Users,
  type NewPerson,
  type Person,
  type Preferences,
  type UsersService,
} from './users-service.ts'
