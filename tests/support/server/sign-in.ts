import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import type { RunningServer } from '../../../kernel/cli/start-server.ts'

/** Fixed ids of seeded roles are looked up by name, so that tests read as people speak. */
export interface SignInOptions {
  readonly username?: string
  /** Name of a role, such as `Administrator`; the default role when left out. */
  readonly role?: string
  /** Permissions of a role made for this person alone. */
  readonly permissions?: readonly string[]
  /** A log-in counts as recent reauthentication for a while; false for a session in which that while is over. */
  readonly proven?: boolean
}

const need = <T>(service: T | null, name: string): T => {
  if (!service) throw new Error(`${name} is not running`)
  return service
}

/** Creates people and sessions in a server of this process. */
export function createVisitors({ core }: Pick<RunningServer, 'core'>) {
  const findRoles = () => need(core.services.find(Roles), 'roles')

  async function findRole(name: string | undefined): Promise<string | null> {
    if (!name) return null
    const list = await findRoles().list()
    return need(list.find((role) => role.name === name) ?? null, `role ${name}`).id
  }

  async function createRole(permissions: readonly string[]): Promise<string> {
    const id = randomUUID()
    await core.pool.query(
      `insert into roles.role (id, name, real_name, color) values ($1, $2, $2, '#888888')`,
      [id, `role-${id.slice(0, 8)}`],
    )
    for (const permission of permissions)
      await core.pool.query(`insert into roles.grant (role_id, permission, granted) values ($1, $2, true)`, [
        id,
        permission,
      ])
    return id
  }

  async function mintCookie(user: string, ip = '127.0.0.1') {
    const cookies: string[] = []
    const session = await core.sessions.start(
      {
        request: { headers: { 'user-agent': 'test' }, ip },
        reply: {
          header: (_name, value) => cookies.push(...[value].flat()),
          getHeader: () => undefined,
        },
      },
      user,
    )
    const cookie = cookies
      .filter((line) => !/Max-Age=0/.test(line))
      .map((line) => line.split(';')[0])
      .join('; ')
    return { cookie, session }
  }

  return {
    mintCookie,
    /** Creates a person and a session of theirs. */
    async signIn(options: SignInOptions = {}) {
      const users = need(core.services.find(Users), 'users')
      const username = options.username ?? `user${randomUUID().slice(0, 8)}`
      const created = await core.orm.transaction((tx) =>
        users.create(tx, {
          username,
          email: `${username}@example.com`,
          firstName: 'Test',
          lastName: 'Person',
          ip: '127.0.0.1',
          verified: true,
        }),
      )
      const role = options.permissions ? await createRole(options.permissions) : await findRole(options.role)
      if (role)
        await core.orm.transaction((tx) =>
          findRoles().assign(tx, { user: created.id, role, actor: { permissions: ['admin.root'] } }),
        )
      const { cookie, session } = await mintCookie(created.id)
      if (options.proven !== false) await core.sessions.markReauthenticated(session)
      return { person: created, cookie }
    },
  }
}
