import { typedPath } from '@spawnpoint/sdk/server'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { ImportError } from '../import-error.ts'
import { openDump } from './dump-source.ts'
import { openMysql } from './mysql-source.ts'
import type { Source } from './source.ts'
import { openSqlite } from './sqlite-source.ts'

const SQLITE_MAGIC = 'SQLite format 3\0'

async function isSqlite(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(SQLITE_MAGIC.length), 0, SQLITE_MAGIC.length, 0)
    return buffer.toString('latin1') === SQLITE_MAGIC
  } finally {
    await handle.close()
  }
}

/** Opens what `--from` names: a mysql:// or mariadb:// address, an SQL dump, or an SQLite file. */
export async function openSource(
  from: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Source> {
  if (/^(mysql|mariadb):\/\//i.test(from)) return openMysql(from, env)
  if (/^[a-z]+:\/\//i.test(from))
    throw new ImportError('Only mysql:// and mariadb:// addresses, SQL dumps and SQLite files can be read.')
  const file = typedPath(from, env)
  if (!existsSync(file)) throw new ImportError(`There is no file ${file}.`)
  if (statSync(file).isDirectory()) throw new ImportError(`${file} is a folder, not a file.`)
  return (await isSqlite(file)) ? openSqlite(file) : openDump(file)
}
