export { Auth, type AuthService, type SecondFactorState, type SsoLookup } from './auth-service.ts'
export { emailVerified, loggedIn, passwordChanged, registered, secondFactorChanged } from './events.ts'
export {
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  reauthenticate,
  makeRecoveryCodes,
  startSecondFactor,
} from './own-security.ts'
export { isForeignHash } from './foreign-password.ts'
export { PASSWORD_MAX, PASSWORD_MIN } from './password-bounds.ts'
export { askForReset, register, resetPassword, verifyEmail } from './registration.ts'
export { authSettings } from './settings.ts'
export { getUserSecurity, resetUserSecondFactor, sendUserReset } from './user-security.ts'
export { findSso, logIn, logOut, resumeSession, verifySecondFactor } from './sign-in.ts'
