import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { kernelMigrations } from '../kernel-tables.ts'
import { ROOT } from '../../server/version.ts'

type Files = readonly { readonly plugin: string; readonly name: string }[]

const filesIn = (plugin: string, folder: string): Files =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (name.endsWith('.sql') ? [{ plugin, name }] : []))
    : []

/** The migrations of this version: of the kernel and of the plugins that come with it. */
export function listShipped(root = ROOT): Files {
  const { id, folder, further = [] } = kernelMigrations(root)
  const builtin = join(root, 'builtin')
  return [
    ...[folder, ...further].flatMap((each) => filesIn(id, each)),
    // The packed SDK brings the kernel without the built-ins.
    ...(existsSync(builtin) ? readdirSync(builtin) : []).flatMap((plugin) =>
      filesIn(plugin, join(builtin, plugin, 'server/migrations')),
    ),
  ]
}

/** Names a version by its migrations. */
export const signOfMigrations = (files: Files): string =>
  createHash('sha256')
    .update(
      files
        .map(({ plugin, name }) => `${plugin}/${name}`)
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16)

/**
 * Migrations of this version that the database has not had. A plugin of which it has had none only adds tables, and one
 * that is off changes nothing.
 */
export async function findPending(pool: Pick<Pool, 'query'>, files: Files): Promise<readonly string[]> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    `select to_regclass('kernel.migrations') is not null and to_regclass('kernel.plugin') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await pool.query<{ plugin: string; name: string; off: boolean }>(
    `select m.plugin, m.name, p.enabled is false as off
     from kernel.migrations m left join kernel.plugin p on p.id = m.plugin`,
  )
  const applied = new Set(rows.map(({ plugin, name }) => `${plugin}/${name}`))
  const running = new Set(rows.filter(({ off }) => !off).map(({ plugin }) => plugin))
  return files
    .filter(({ plugin, name }) => running.has(plugin) && !applied.has(`${plugin}/${name}`))
    .map(({ plugin, name }) => `${plugin}/${name}`)
}

/** Whether nobody has done anything yet: a first start that was cut short, or is under way in another process. */
export async function isUntouched(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ untouched: boolean }>(
    `select not exists (select from kernel.identity) and not exists (select from kernel.audit) as untouched`,
  )
  return rows[0]?.untouched === true
}

/** A migration that the database has had and that is newer than all of its plugin in this version; null where there is none. */
export async function findNewer(pool: Pick<Pool, 'query'>, files: Files): Promise<string | null> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    `select to_regclass('kernel.migrations') is not null as there`,
  )
  if (!found[0]?.there) return null
  const latest = new Map<string, string>()
  for (const { plugin, name } of files) if (name > (latest.get(plugin) ?? '')) latest.set(plugin, name)
  const { rows } = await pool.query<{ plugin: string; name: string }>(
    'select plugin, name from kernel.migrations',
  )
  const newer = rows.find(({ plugin, name }) => name > (latest.get(plugin) ?? name))
  return newer ? `${newer.plugin}/${newer.name}` : null
}
