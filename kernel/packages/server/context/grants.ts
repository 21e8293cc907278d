/** The capability that each member of the context needs. */
const MEMBERS: Readonly<Record<string, string>> = {
  db: 'server.db',
  jobs: 'server.jobs',
  blobs: 'server.blobs',
  hooks: 'server.hooks',
  events: 'server.events:<plugin>:<fact>',
  services: 'server.services:<token>',
  fetch: 'http.external:<host>',
}

const isGranted = (line: string, capabilities: readonly string[]) => {
  const [prefix = ''] = line.split('<')
  return capabilities.some((each) => (line === prefix ? each === line : each.startsWith(prefix)))
}

export const isMemberGranted = (member: string, capabilities: readonly string[]): boolean =>
  isGranted(MEMBERS[member] ?? '', capabilities)

export const notGranted = (what: string, line: string): Error =>
  new Error(`E_CAPABILITY: ${what}; add "${line}" to capabilities in manifest.ts`)

/** The context as it is handed over: granted members as they are; reading another one names the line that it takes. */
export function grantMembers<T extends object>(
  members: T,
  plugin: { readonly id: string; readonly capabilities: readonly string[] },
): T {
  const granted: T = { ...members }
  for (const [member, line] of Object.entries(MEMBERS)) {
    if (isGranted(line, plugin.capabilities)) continue
    Object.defineProperty(granted, member, {
      enumerable: false,
      get() {
        throw notGranted(`${plugin.id} uses context.${member}`, line)
      },
    })
  }
  return Object.freeze(granted)
}
