import type { ClockService } from '@spawnpoint/sdk/server'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import type { StartOptions } from '../../../kernel/cli/start-server.ts'
import { createTestDatabase } from '../database/create-test-database.ts'
import { productMigrations } from '../database/product-migrations.ts'
import { createApiClient } from './api-client.ts'

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

/** The whole server on an own database, without pages: for tests through HTTP. */
export async function startTestServer(
  options: Pick<StartOptions, 'roots' | 'pageHandlers' | 'network' | 'steadyAfterMs'> & {
    clock?: ClockService
    env?: Record<string, string>
  } = {},
) {
  const database = await createTestDatabase({ migrationSets: await productMigrations(options.roots) })
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-server-'))
  const config = readConfig({
    PORT: '0',
    APP_URL: 'http://127.0.0.1:5173',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const { clock, roots, pageHandlers, network, steadyAfterMs } = options
  const server = await startServer({
    config,
    ...(clock ? { clock } : {}),
    ...(roots ? { roots } : {}),
    ...(pageHandlers ? { pageHandlers } : {}),
    ...(network ? { network } : {}),
    steadyAfterMs,
  })
  const url = `http://127.0.0.1:${server.port}`
  const need = <T>(service: T | null, name: string): T => {
    if (!service) throw new Error(`${name} is not running`)
    return service
  }

  /** Creates a person and signs them in; the client carries the cookies. */
  async function signIn(person: SignInOptions = {}) {
    const users = need(server.core.services.find(Users), 'users')
    const roles = need(server.core.services.find(Roles), 'roles')
    const username = person.username ?? `user${randomUUID().slice(0, 8)}`
    const created = await server.core.orm.transaction((tx) =>
      users.create(tx, {
        username,
        email: `${username}@example.com`,
        firstName: 'Test',
        lastName: 'Person',
        ip: '127.0.0.1',
        verified: true,
      }),
    )
    const role = person.permissions ? await createRole(person.permissions) : await findRole(person.role)
    if (role)
      await server.core.orm.transaction((tx) =>
        roles.assign(tx, { user: created.id, role, actor: { permissions: ['admin.root'] } }),
      )
    const { cookie, session } = await mintCookie(created.id)
    if (person.proven !== false) await server.core.sessions.markReauthenticated(session)
    return { person: created, api: createApiClient(url, config.origin, cookie) }
  }

  async function findRole(name: string | undefined): Promise<string | null> {
    if (!name) return null
    const list = await need(server.core.services.find(Roles), 'roles').list()
    return need(list.find((role) => role.name === name) ?? null, `role ${name}`).id
  }

  async function createRole(permissions: readonly string[]): Promise<string> {
    const id = randomUUID()
    await server.core.pool.query(
      `insert into roles.role (id, name, real_name, color) values ($1, $2, $2, '#888888')`,
      [id, `role-${id.slice(0, 8)}`],
    )
    for (const permission of permissions)
      await server.core.pool.query(
        `insert into roles.grant (role_id, permission, granted) values ($1, $2, true)`,
        [id, permission],
      )
    return id
  }

  async function mintCookie(user: string, ip = '127.0.0.1') {
    const cookies: string[] = []
    const session = await server.core.sessions.start(
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
    url,
    config,
    server,
    pool: server.core.pool,
    signIn,
    /** Another session of the same person, on another device. */
    signInAgain: async (user: string, ip?: string) =>
      createApiClient(url, config.origin, (await mintCookie(user, ip)).cookie),
    /** Nobody: no cookies. */
    anonymous: () => createApiClient(url, config.origin, ''),
    async stop() {
      await server.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
