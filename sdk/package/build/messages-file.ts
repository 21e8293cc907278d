import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type Messages = Readonly<Record<string, unknown>>

/** The parser knows lines and no files. */
function parseMessages(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8')) ?? {}
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`E_LOCALE ${file}: ${reason.replace(/:$/, '')}`, { cause: error })
  }
}

export function readMessagesFile(file: string): Messages {
  const content = parseMessages(file)
  if (content instanceof Object && !Array.isArray(content)) return { ...content }
  throw new Error(`E_LOCALE ${file}: is no mapping of keys to messages`)
}
