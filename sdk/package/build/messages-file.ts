import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type Messages = Readonly<Record<string, unknown>>

export function readMessagesFile(file: string): Messages {
  const content: unknown = parse(readFileSync(file, 'utf8')) ?? {}
  if (content instanceof Object && !Array.isArray(content)) return { ...content }
  throw new Error(`E_LOCALE ${file}: is no mapping of keys to messages`)
}
