/** Where a log-in leads on to what the visitor wanted. */
export const AUTH_REDIRECT_PATH = '/auth/redirect'

/** The server's own page about putting it behind a reverse proxy; the access overlay links to it. */
export const REVERSE_PROXY_GUIDE_PATH = '/docs/reverse-proxy'

/** Paths that the shell answers by itself, whatever plugins there are. */
export const OWN_PATHS: readonly string[] = ['/', AUTH_REDIRECT_PATH]
