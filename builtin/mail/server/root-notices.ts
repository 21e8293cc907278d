import type { EmailText, Email, MailService } from '@spawnpoint/contracts/mail'
import type { RolesService } from '@spawnpoint/contracts/roles'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { InstanceService, LogService, Queries, SettingsService } from '@spawnpoint/sdk/server'
import { reasonOf, type PostOffice } from './post-office.ts'
import { layoutOf, writeMessage } from './write-message.ts'

interface Uses {
  readonly roles: RolesService
  readonly users: UsersService
  readonly post: PostOffice
  readonly log: LogService
  readonly settings: SettingsService
  readonly instance: InstanceService
  readonly send: MailService['send']
  defaultLocale(): string
}

/** Security notices to everyone who holds `admin.root`. */
export function createRootNotices({ roles, users, post, log, send, defaultLocale, ...layout }: Uses) {
  async function emails(write: (locale: string) => EmailText, tx?: Queries): Promise<readonly Email[]> {
    const prepared: Email[] = []
    for (const id of await roles.administrators(tx)) {
      const person = await users.find(id, tx)
      if (!person) continue
      const locale = (await users.preferences(id, tx)).locale ?? defaultLocale()
      prepared.push({ to: { user: id, address: person.email, locale }, ...write(locale) })
    }
    return prepared
  }
  return {
    notifyRoots: async (tx, write) => {
      for (const email of await emails(write, tx)) await send(tx, email)
    },
    prepareRootNotice: async (write) => {
      if (!post.isConfigured()) return async () => undefined
      const [prepared, deliver] = [await emails(write), post.deliverAsConfiguredNow()]
      return async () => {
        const messages = prepared.map(({ to, subject, paragraphs }) =>
          writeMessage(
            { address: to.address, subject, paragraphs, actionLabel: null, actionUrl: null },
            layoutOf(layout, to.locale),
          ),
        )
        await deliver(messages).catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'notice to administrators not delivered'),
        )
      }
    },
  } satisfies Pick<MailService, 'notifyRoots' | 'prepareRootNotice'>
}
