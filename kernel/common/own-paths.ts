/** Where a log-in leads on to what the visitor wanted. */
export const AUTH_REDIRECT_PATH = '/auth/redirect'

/** Paths that the shell answers by itself, whatever plugins there are. */
export const OWN_PATHS: readonly string[] = ['/', AUTH_REDIRECT_PATH]
