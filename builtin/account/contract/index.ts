export { endOtherSessions, endSession, listActivity, listSessions } from './own-sessions.ts'
export { changeEmail, deleteAccount, getAccount, savePreferences, updateProfile } from './profile.ts'

/** The place on the account page that other plugins fill, each contribution a card below the tabs' own. */
export const ACCOUNT_TABS_SLOT = 'account.tabs'
