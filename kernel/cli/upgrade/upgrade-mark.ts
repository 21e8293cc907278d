import type { ClientBase, Pool } from 'pg'

type Queryable = Pick<Pool | ClientBase, 'query'>

const SCHEMA = 'spawnpoint_upgrade'

/** An upgrade that has begun and of which nothing says yet that the product became ready. */
export interface UpgradeMark {
  readonly file: string
  readonly version: string
}

/** In the database itself: each process of the product sees it, and a restore takes it away. */
export async function findMark(db: Queryable): Promise<UpgradeMark | null> {
  const { rows: found } = await db.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${SCHEMA}.snapshot`,
  ])
  if (!found[0]?.there) return null
  const { rows } = await db.query<UpgradeMark>(`select file, version from ${SCHEMA}.snapshot`)
  return rows[0] ?? null
}

export async function setMark(db: Queryable, { file, version }: UpgradeMark): Promise<void> {
  await db.query(`create schema if not exists ${SCHEMA}`)
  await db.query(`create table if not exists ${SCHEMA}.snapshot (file text not null, version text not null)`)
  await db.query(`delete from ${SCHEMA}.snapshot`)
  await db.query(`insert into ${SCHEMA}.snapshot (file, version) values ($1, $2)`, [file, version])
}

export const clearMark = (db: Queryable): Promise<unknown> =>
  db.query(`drop schema if exists ${SCHEMA} cascade`)
