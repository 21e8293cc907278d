const NO_PAGE = /^\/(auth|api|assets)(\/|$)/

/** A target after log-in: a path of ours to a page that is no auth page and no call. Anything else is none. */
export function safeNext(text: string | null | undefined, origin: string): string | null {
  if (!text || text.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return null
  const url = URL.parse(text, origin)
  if (!url || url.origin !== origin || NO_PAGE.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}
