/**
 * Capabilities that a run-time plugin can request, each explained to the operator before the install. Without
 * one, the member of the context that needs it is absent.
 *
 * - `http.core`: calls endpoints of other plugins, in the name of whoever looks at the page
 * - `session.profile`: reads name, avatar and permissions of whoever is signed in
 * - `navigate`: leads to pages that are not the plugin's own
 * - `storage`: keeps values in the visitor's browser
 * - `notify`: shows toasts and dialogs
 * - `custom-css`: styles that reach beyond its own parts
 * - `hooks.session`, `hooks.access-check`: taps these hooks from a boot module
 * - `hooks.register`: adds pages, panel tabs, cards and commands of its own from a boot module
 * - `server.http`: answers calls under `/api/<id>/`
 * - `server.db`: a PostgreSQL schema of its own
 * - `server.jobs`: background work
 * - `server.blobs`: keeps files
 * - `server.hooks`: learns of each call and of each plugin that stops, adds headers to replies and entries to sessions
 *
 * @example CAPABILITIES.includes('server.db')
 */
export const CAPABILITIES = [
  'http.core',
  'session.profile',
  'navigate',
  'storage',
  'notify',
  'custom-css',
  'hooks.session',
  'hooks.access-check',
  'hooks.register',
  'server.http',
  'server.db',
  'server.jobs',
  'server.blobs',
  'server.hooks',
] as const

/**
 * Capabilities that name what they reach: `http.external:<host>` calls that host, from the browser or the server;
 * `server.events:<plugin>:<fact>` hears of that event; `server.services:<token>` uses another plugin's service.
 *
 * @example CAPABILITY_PREFIXES.some((prefix) => 'http.external:discord.com'.startsWith(prefix)) // true
 */
export const CAPABILITY_PREFIXES = ['http.external:', 'server.events:', 'server.services:'] as const

/** A capability as the manifest lists it. @example 'server.events:servers:created' */
export type Capability = (typeof CAPABILITIES)[number] | `${(typeof CAPABILITY_PREFIXES)[number]}${string}`

const host = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/
const event = /^[a-z][a-z0-9.-]*:[a-zA-Z][\w-]*$/
const token = /^[a-z][\w-]*(\.[\w-]+)*$/

const rules: Readonly<Record<(typeof CAPABILITY_PREFIXES)[number], RegExp>> = {
  'http.external:': host,
  'server.events:': event,
  'server.services:': token,
}

/** True for text that is a capability of this version. @example isCapability('server.db') // true */
export const isCapability = (text: string): text is Capability => {
  if (CAPABILITIES.some((each) => each === text)) return true
  return CAPABILITY_PREFIXES.some(
    (prefix) => text.startsWith(prefix) && rules[prefix].test(text.slice(prefix.length)),
  )
}

/** Values after one prefix among the granted capabilities. @example reachOf(['http.external:a.org'], 'http.external:') // ['a.org'] */
export const reachOf = (
  capabilities: readonly string[],
  prefix: (typeof CAPABILITY_PREFIXES)[number],
): readonly string[] =>
  capabilities.flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []))
