/** Placeholders that every email can use, whatever its plugin sends. */
export const commonPlaceholders = ['app', 'site', 'username'] as const

const placeholder = /\{\{\s*([\w-]{1,40})\s*\}\}/g

/** The names of the placeholders in a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
]

/** True where braces are left that are no placeholder and would reach the reader as they are. */
export const hasStrayBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(placeholder, ''))

/** Puts values in the place of the placeholders; one without a value becomes empty. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(placeholder, (_all, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : ''),
  )

const link = /\[[^\]\n]+\]\(((?:[^()\s]|\([^()\s]*\))*)/g
const isSafeLink = (href: string) =>
  /^(?:https?:\/\/[^\s{}]+|mailto:[^\s{}]+|\{\{\s*site\s*\}\}[^\s{}]*)$/i.test(href)

/** Links of a Markdown text that lead nowhere safe: neither to the web, nor to an email address, nor to this site. */
export const unsafeLinksIn = (text: string): readonly string[] =>
  [...text.matchAll(link)].flatMap(([, href = '']) => (isSafeLink(href) ? [] : [href]))
