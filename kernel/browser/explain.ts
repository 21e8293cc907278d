import { CallError, SHELL } from '@spawnpoint/sdk/browser'
import type { Messages } from './messages/messages.ts'

/** The sentence for a failure: the plugin's own, else the shell's, else the server's, never a bare code. */
export const createExplain =
  (messages: Pick<Messages, 'has' | 'translate'>) =>
  (plugin: string, error: unknown): string => {
    if (!(error instanceof CallError)) return messages.translate(SHELL, 'errors.UNKNOWN')
    const { code, details, message } = error
    const key = `errors.${code}`
    const owner = [plugin, SHELL].find((each) => messages.has(each, key))
    if (owner !== undefined) return messages.translate(owner, key, details)
    return message === code ? messages.translate(SHELL, 'errors.UNKNOWN') : message
  }
