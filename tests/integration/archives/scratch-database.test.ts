import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { dropDatabase } from '../../../kernel/cli/archive/scratch-database.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'

it('[BKP13] drops a database that a process of a superuser is in, as autovacuum may be, once that has gone', async () => {
  const home = await createTestDatabase({ migrationSets: [] })
  const mark = randomBytes(6).toString('hex')
  const [name, user] = [`dropped_${mark}`, `owner_${mark}`]
  await home.pool.query(`create role ${user} login createdb password '${mark}'`)
  const owner = new Client({ ...home.connection, user, password: mark })
  await owner.connect()
  try {
    await owner.query(`create database ${name}`)
    const visitor = new Client({ ...home.connection, database: name })
    await visitor.connect()
    const own = new Client({ ...home.connection, database: name, user, password: mark })
    const isEnded = new Promise((resolve) => own.on('error', resolve))
    await own.connect()
    const dropping = dropDatabase(owner, name)
    // The owner's own connections are ended before it waits for those of others.
    await Promise.race([isEnded, dropping])
    await visitor.end()
    await dropping
    const { rows } = await home.pool.query('select from pg_database where datname = $1', [name])
    expect(rows).toEqual([])
  } finally {
    await owner.end()
    await home.pool.query(`drop database if exists ${name} with (force)`)
    await home.pool.query(`drop role ${user}`)
    await home.drop()
  }
})
