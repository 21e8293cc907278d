import type { EmailText, MailService } from '@spawnpoint/contracts/mail'
import type { RolesService } from '@spawnpoint/contracts/roles'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { LogService } from '@spawnpoint/sdk/server'
import { reasonOf, type PostOffice } from './post-office.ts'
import { writeMessage } from './write-message.ts'

interface Uses {
  readonly roles: RolesService
  readonly users: UsersService
  readonly post: PostOffice
  readonly log: LogService
  readonly send: MailService['send']
  defaultLocale(): string
}

/** Security notices to everyone who holds `admin.root`. */
export function createRootNotices({ roles, users, post, log, send, defaultLocale }: Uses) {
  async function letters(write: (locale: string) => EmailText) {
    const people = await users.findMany(await roles.administrators())
    return Promise.all(
      people.map(async ({ id, email: address }) => {
        const locale = (await users.preferences(id)).locale ?? defaultLocale()
        return { to: { user: id, address, locale }, ...write(locale) }
      }),
    )
  }
  return {
    notifyRoots: async (tx, write) => {
      for (const letter of await letters(write)) await send(tx, letter)
    },
    prepareRootNotice: async (write) => {
      if (!post.isConfigured()) return async () => undefined
      const [prepared, deliver] = [await letters(write), post.deliverAsConfiguredNow()]
      return async () => {
        const messages = prepared.map(({ to, subject, paragraphs }) =>
          writeMessage({ address: to.address, subject, paragraphs, actionLabel: null, actionUrl: null }),
        )
        await deliver(messages).catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'notice to administrators not delivered'),
        )
      }
    },
  } satisfies Pick<MailService, 'notifyRoots' | 'prepareRootNotice'>
}
