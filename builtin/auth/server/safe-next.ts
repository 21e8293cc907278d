const NO_PAGE = /^\/(auth|api|assets)(\/|$)/

/** The path as a router reads it: `%61uth` and `AUTH` lead to the same page as `auth`. */
function plainPath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname).toLowerCase()
  } catch {
    return null
  }
}

/** A target after log-in: a path of ours to a page that is no auth page and no call. Anything else is none. */
export function safeNext(text: string | null | undefined, origin: string): string | null {
  if (!text || text.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return null
  const url = URL.parse(text, origin)
  const path = url && plainPath(url.pathname)
  // Decoding may bring forth a second path, such as `/x/%2e%2e/auth`; none of our pages needs one.
  if (!url || !path || url.origin !== origin || NO_PAGE.test(path) || /\/\.{1,2}(\/|$)|\/\/|\\/.test(path))
    return null
  return `${url.pathname}${url.search}${url.hash}`
}
