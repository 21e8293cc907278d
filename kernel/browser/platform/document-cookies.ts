import type { PlatformCookies } from './platform.ts'

const year = 31_536_000

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })

/** Every domain this host may set cookies for: none, itself and its parents with two labels or more. */
const domainsOf = (host: string): readonly string[] => {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

export const createDocumentCookies = (document: Document, location: Location): PlatformCookies => {
  const isSecure = location.protocol === 'https:'
  const suffix = `; path=/; samesite=lax${isSecure ? '; secure' : ''}`
  return {
    get: (name) => pairs(document.cookie).find(([key]) => key === name)?.[1] ?? null,
    names: () => pairs(document.cookie).map(([name]) => name),
    set: (name, value) => {
      document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${year}${suffix}`
    },
    expire: (name) => {
      for (const path of new Set(['/', location.pathname])) {
        const end = `${name}=; max-age=0; path=${path}${isSecure ? '; secure' : ''}`
        document.cookie = end
        for (const domain of domainsOf(location.hostname)) document.cookie = `${end}; domain=${domain}`
      }
    },
  }
}
