import { askPanel, preventsServers, type EggTrouble } from '@spawnpoint/contracts/panel'
import type { HealthReport, Queries } from '@spawnpoint/sdk/server'
import { eq, notInArray } from 'drizzle-orm'
import type { ServerUses } from './server-uses.ts'
import { eggTrouble } from './tables.ts'

export const EGG_RULES = 'egg-rules'

const mostNamed = 5

type FoundTrouble = Omit<typeof eggTrouble.$inferSelect, 'egg'>

/** Null while the panel does not say. */
async function findTrouble(
  { panel, log, eggRules }: ServerUses,
  egg: { readonly name: string; readonly panelEggId: number },
  nestId: number,
): Promise<FoundTrouble | null> {
  const { known, failure } = await askPanel({ get: () => panel }, log, (current) =>
    current.getEgg(nestId, egg.panelEggId),
  )
  if (known) return { name: egg.name, isMissing: false, troubles: eggRules.findTroubles(known) }
  return failure === 'PANEL_MISSING' ? { name: egg.name, isMissing: true, troubles: [] } : null
}

const keep = async (db: Queries, egg: string, found: FoundTrouble) => {
  if (!found.isMissing && found.troubles.length === 0) {
    await db.delete(eggTrouble).where(eq(eggTrouble.egg, egg))
    return
  }
  const target = { target: eggTrouble.egg, set: found }
  await db
    .insert(eggTrouble)
    .values({ egg, ...found })
    .onConflictDoUpdate(target)
}

/** Looks at the rules of all eggs that customers can order: one call each. */
export async function findEggTroubles(uses: ServerUses): Promise<void> {
  const { db, categories, eggs } = uses
  const nests = new Map(
    (await categories.list({ enabled: true })).map(({ id, panelNestId }) => [id, panelNestId]),
  )
  const offered = (await eggs.list({ enabled: true })).flatMap((egg) => {
    const nestId = nests.get(egg.categoryId)
    return nestId === undefined ? [] : [{ egg, nestId }]
  })
  const ids = offered.map(({ egg }) => egg.id)
  await db.orm.delete(eggTrouble).where(ids.length > 0 ? notInArray(eggTrouble.egg, ids) : undefined)
  for (const { egg, nestId } of offered) {
    const found = await findTrouble(uses, egg, nestId)
    // Another panel that is away says nothing about the next egg either.
    if (!found) return
    await keep(db.orm, egg.id, found)
  }
}

const findStored = async (db: Queries, egg: string): Promise<FoundTrouble | undefined> =>
  (await db.select().from(eggTrouble).where(eq(eggTrouble.egg, egg)))[0]

const textOf = (found: FoundTrouble | undefined) =>
  JSON.stringify([found?.isMissing ?? false, found?.troubles ?? []])

/** Looks at one egg, offered or not. What was known about it of old is brought up to date by the job. */
export async function lookAtEgg(uses: ServerUses, id: string) {
  const egg = await uses.eggs.find(id)
  const category = egg && (await uses.categories.find(egg.categoryId))
  if (!egg || !category) return null
  const stored = await findStored(uses.db.orm, id)
  const fresh = await findTrouble(uses, egg, category.panelNestId)
  if (fresh && egg.enabled && category.enabled && textOf(fresh) !== textOf(stored))
    await uses.jobs.add(EGG_RULES, {}, { key: EGG_RULES })
  const found = fresh ?? stored
  return found ? { ...found, isKnown: true } : { isKnown: false, isMissing: false, troubles: [] }
}

type Trouble = typeof eggTrouble.$inferSelect

const isBroken = ({ isMissing, troubles }: Trouble) => isMissing || troubles.some(preventsServers)

const namesOf = (troubles: readonly EggTrouble[], isNamed: (trouble: EggTrouble) => boolean) =>
  troubles.filter(isNamed).map(({ variable }) => variable)

/** Eggs that customers see, and that the panel builds no server of. */
export const listBrokenEggs = async ({ orm }: ServerUses['db']) =>
  (await orm.select().from(eggTrouble).orderBy(eggTrouble.name, eggTrouble.egg))
    .filter(isBroken)
    .map(({ egg, name, troubles }) => ({ id: egg, name, variables: namesOf(troubles, preventsServers) }))

const describe = ({ name, troubles }: Trouble, isNamed: (trouble: EggTrouble) => boolean) => {
  const variables = namesOf(troubles, isNamed).join(', ')
  return variables === '' ? name : `${name} (${variables})`
}

/** Whether the rules of the eggs can be used: a line on the health page. */
export async function checkEggs({ db }: Pick<ServerUses, 'db'>): Promise<HealthReport> {
  const rows = await db.orm.select().from(eggTrouble).orderBy(eggTrouble.name, eggTrouble.egg)
  const named = (some: readonly Trouble[], isNamed: (trouble: EggTrouble) => boolean) =>
    some
      .slice(0, mostNamed)
      .map((each) => describe(each, isNamed))
      .join('; ')
  const broken = rows.filter(isBroken)
  if (broken.length > 0) {
    const values = { count: broken.length, names: named(broken, preventsServers) }
    return {
      status: 'warning',
      code: 'broken',
      values,
      detail: `The game panel builds no server of these eggs: ${values.names}.`,
      todo: 'Correct the rules and defaults of these variables on the panel, or disable the eggs.',
      page: { route: 'eggs-list' },
    }
  }
  if (rows.length === 0)
    return { status: 'healthy', code: 'fine', detail: 'The rules of all eggs can be used.' }
  const values = { names: named(rows, () => true) }
  return {
    status: 'healthy',
    code: 'kept',
    values,
    detail: `Customers can't change these variables, since only the panel can check their patterns: ${values.names}.`,
  }
}
