import { auditFile, auditQuery, listAuditActions, listAuditEntries } from '@spawnpoint/contracts/audit-log'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { turnPage } from '@spawnpoint/sdk/list/server'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import { answer, AuditTargets, Clock, Database, EndpointFailure, Log } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { readActions, readEntries, sinceOf, type AuditFilter, type AuditRow } from './audit-queries.ts'
import { describeValues } from './describe-values.ts'
import { createTargetReader, nameTargets } from './name-targets.ts'

export const fileUses = { db: Database, users: Users, clock: Clock, targets: every(AuditTargets) }
type Services = ServicesOf<typeof fileUses>
type Asked = Pick<z.output<typeof auditQuery>, 'filter' | 'search'>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The id that a search stands for: itself, or that of the person. */
async function findId(users: UsersService, text: string): Promise<string | undefined> {
  if (text === '' || uuid.test(text)) return text === '' ? undefined : text.toLowerCase()
  const found = await users.search(text, { banned: true })
  const wanted = text.toLowerCase()
  // Never that of somebody whose name is only like it.
  const person = found.find((each) =>
    [each.username, each.email].some((name) => name?.toLowerCase() === wanted),
  )
  return person?.id ?? text
}

const filterOf = async (
  { users, clock }: Pick<Services, 'users' | 'clock'>,
  { filter, search }: Asked,
): Promise<AuditFilter> => ({
  action: filter.action,
  by: filter.by,
  since: filter.period && sinceOf(filter.period, clock.now()),
  about: await findId(users, search),
})

async function namesOf(users: UsersService, rows: readonly AuditRow[]) {
  const ids = rows.flatMap(({ actor, target }) =>
    [actor ?? [], target && uuid.test(target) ? target : []].flat(),
  )
  const people = await users.findMany([...new Set(ids)])
  return new Map(people.map(({ id, username }) => [id, username]))
}

const listUses = { ...fileUses, log: Log }

/** A row that belongs to the person who is the target stands in their place, and they beside it. */
const describeTarget = (
  target: string | null,
  row: { readonly id: string; readonly name: string | null; readonly page: string | null } | undefined,
  names: ReadonlyMap<string, string>,
) => {
  if (target === null) return { target: null, person: null }
  const { id, name, page } = row ?? { id: target, name: null, page: null }
  const person = { id: target, username: names.get(target) ?? null }
  if (id === target) return { target: { ...person, name, page }, person: null }
  return { target: { id, username: null, name, page }, person }
}

export const handleListEntries = answer(listAuditEntries, listUses, async ({ query, actor, ...services }) => {
  const filter = await filterOf(services, query)
  const { items, ...page } = await turnPage<AuditRow>({
    sort: 'id',
    order: 'desc',
    idType: 'bigint',
    cursor: query.cursor,
    limit: query.limit,
    read: ({ at, ascending, limit }) =>
      readEntries(services.db.orm, filter, { past: at?.id, ascending, limit }),
  })
  const names = await namesOf(services.users, items)
  const targets = await nameTargets(services, actor, items)
  return {
    ...page,
    items: items.map(({ id, at, actor, action, target, before, after, ip, attempts }) => ({
      id,
      at: at.toISOString(),
      actor: actor === null ? null : { id: actor, username: names.get(actor) ?? null },
      action,
      ...describeTarget(target, targets.get(id), names),
      ip,
      attempts,
      fields: describeValues(before, after),
    })),
  }
})

export const handleListActions = answer(listAuditActions, { db: Database }, async ({ db }) => ({
  actions: [...(await readActions(db.orm))],
}))

const AT_ONCE = 500
const MOST = 100_000
const columns = [
  'at',
  'actor',
  'actor_id',
  'action',
  'target',
  'person',
  'ip',
  'attempts',
  'before',
  'after',
] as const

/** Reads page after page, so that a long log needs no more memory than a short one. */
async function* linesOf(services: Services, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(columns)
  const readTarget = createTargetReader(services.targets.get() ?? [])
  let past: string | undefined
  for (let read = 0; read < MOST; read += AT_ONCE) {
    const rows = await readEntries(services.db.orm, filter, { past, ascending: false, limit: AT_ONCE })
    const names = await namesOf(services.users, rows)
    for (const row of rows) {
      const { at, actor, action, ip, attempts, before, after } = row
      const { target, person } = readTarget(row)
      const name = names.get(actor ?? '') ?? ''
      yield csvLine([at.toISOString(), name, actor, action, target, person, ip, attempts, before, after])
    }
    if (rows.length < AT_ONCE) return
    past = rows.at(-1)?.id
  }
}

/** The same entries as the list, for those who may read it. */
export const auditFileRoute = (services: Services) => (app: FastifyInstance) => {
  const { path, permission } = auditFile
  app.get(path, { config: { access: { permission } } }, async (request, reply) => {
    const query = auditQuery.safeParse(request.query)
    if (!query.success) throw new EndpointFailure('VALIDATION', 400)
    const filter = await filterOf(services, query.data)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(linesOf(services, filter)))
  })
}
