import type { Audience } from '@spawnpoint/contracts/mail-templates'
import type { ServersService } from '@spawnpoint/contracts/servers'
import type { UsersService } from '@spawnpoint/contracts/users'
import { language } from '@spawnpoint/contracts/mail-templates'
import type { Live } from '@spawnpoint/sdk/common'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'

const DAY = 86_400_000

interface Uses {
  readonly users: UsersService
  readonly servers: Live<ServersService>
  readonly settings: SettingsService
  readonly clock: ClockService
}

/** A page of the people that an audience means, with the id to go on from; null when there are no more. */
export async function listReachable(
  { users, servers, settings, clock }: Uses,
  audience: Audience,
  after: string | null,
  limit: number,
) {
  const found = await users.listReachable({
    after,
    limit,
    ...(audience.kind === 'role' && { role: audience.role }),
    ...(audience.kind === 'inactive' && {
      unseenSince: new Date(clock.now().getTime() - audience.days * DAY),
    }),
  })
  const last = found.at(-1)?.id ?? null
  const owners =
    audience.kind === 'servers'
      ? ((await servers.get()?.ownersAmong(found.map(({ id }) => id))) ?? new Set<string>())
      : null
  const usual = String(settings.describe().find(({ key }) => key === 'app_lang')?.value ?? 'EN')
  const people = found
    .filter(({ id }) => owners === null || owners.has(id))
    .map(({ locale, ...person }) => {
      const own = language.safeParse((locale ?? usual).toUpperCase())
      return { ...person, locale: own.success ? own.data : ('EN' as const) }
    })
  return { people, last }
}

/** How many people an audience means, and which of them have unsubscribed. */
export async function countReachable(
  uses: Uses,
  audience: Audience,
  findUnsubscribed: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
) {
  const total = { recipients: 0, unsubscribed: 0 }
  let after: string | null = null
  for (;;) {
    const { people, last } = await listReachable(uses, audience, after, 2_000)
    if (last === null) return total
    const gone = await findUnsubscribed(people.map(({ id }) => id))
    total.recipients += people.length - gone.size
    total.unsubscribed += gone.size
    after = last
  }
}
