import { DatabaseSync } from 'node:sqlite'
import { scratchFile } from './write-source.ts'

/** A value that is written as it is. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The database file of Heliactyl with these keys, as the JSON that it keeps. */
export function writeHeliactyl(values: Readonly<Record<string, unknown>>): string {
  const file = scratchFile('heliactyl.db')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE IF NOT EXISTS keyv ([key] TEXT PRIMARY KEY, value TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO keyv ([key], value) VALUES (?, ?)')
  for (const [key, value] of Object.entries(values))
    insert.run(`keyv:${key}`, value instanceof Raw ? value.text : JSON.stringify({ value, expires: null }))
  database.close()
  return file
}
