import { serverSettings, type Allowance } from '@spawnpoint/contracts/servers'
import type { Queries, SettingsService, Transaction } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { allowance } from './tables.ts'

const columns = {
  memory: allowance.memory,
  disk: allowance.disk,
  cpu: allowance.cpu,
  ports: allowance.ports,
  databases: allowance.databases,
  backups: allowance.backups,
  slots: allowance.slots,
}

export const allowanceKeys = ['memory', 'disk', 'cpu', 'ports', 'databases', 'backups', 'slots'] as const

const defaultsOf = (settings: SettingsService): Allowance => {
  const values = settings.read(serverSettings)
  return {
    memory: values.default_ram,
    disk: values.default_disk,
    cpu: values.default_cpu,
    ports: values.default_ports,
    databases: values.default_databases,
    backups: values.default_backups,
    slots: values.default_server_slots,
  }
}

/** A customer keeps the defaults of the day on which they first order or buy. */
const ensure = (db: Queries, settings: SettingsService, owner: string) =>
  db
    .insert(allowance)
    .values({ owner, ...defaultsOf(settings) })
    .onConflictDoNothing()

const got = (row: Allowance | undefined): Allowance => {
  if (!row) throw new Error('an allowance was neither made nor found')
  return row
}

export const readAllowance = async (
  db: Queries,
  settings: SettingsService,
  owner: string,
): Promise<Allowance> => {
  const [known] = await db.select(columns).from(allowance).where(eq(allowance.owner, owner))
  return known ?? defaultsOf(settings)
}

/** Everything that takes from or gives back to a customer's limits waits here, one after the other. */
export const lockAllowance = async (
  tx: Transaction,
  settings: SettingsService,
  owner: string,
): Promise<Allowance> => {
  await ensure(tx, settings, owner)
  const [locked] = await tx.select(columns).from(allowance).where(eq(allowance.owner, owner)).for('update')
  return got(locked)
}

export const addToAllowance = async (
  tx: Transaction,
  settings: SettingsService,
  owner: string,
  change: Partial<Allowance>,
): Promise<Allowance> => {
  await ensure(tx, settings, owner)
  const set = Object.fromEntries(
    allowanceKeys.map((key) => [key, sql`${allowance[key]} + ${change[key] ?? 0}`]),
  )
  const [changed] = await tx.update(allowance).set(set).where(eq(allowance.owner, owner)).returning(columns)
  return got(changed)
}

/** Under the lock of the allowance only, which has made the row. */
export const setAllowance = async (tx: Transaction, owner: string, limits: Allowance): Promise<void> => {
  await tx.update(allowance).set(limits).where(eq(allowance.owner, owner))
}
