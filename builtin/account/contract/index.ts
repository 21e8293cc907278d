export { endOtherSessions, endSession, listActivity, listSessions } from './own-sessions.ts'
export { changeEmail, deleteAccount, getAccount, savePreferences, updateProfile } from './profile.ts'

/** Key of the browser's storage for a language that somebody chose and that no account has yet; it outlives the way through a log-in. */
export const UNSAVED_LANGUAGE = 'unsaved_language'

/** The place on the account page that other plugins fill, each contribution a card below the tabs' own. */
export const ACCOUNT_TABS_SLOT = 'account.tabs'

/** The place below the head of the tab "Profile", for cards of other plugins. */
export const ACCOUNT_PROFILE_SLOT = 'account.profile'

/** Cards about the visitor's own data, above the one that deletes the account. */
export const ACCOUNT_DATA_SLOT = 'account.data'

/** The way to a panel for the looks. Its plugin saves each change of the settings itself, so that this plugin then saves none of them. */
export const ACCOUNT_LOOKS_SLOT = 'account.looks'
