import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The place of a file that the operator named on the command line, seen from the folder they typed in: npm and the
 * launcher of a release run every command in the installation.
 *
 * @example const file: string = typedPath('now.yml')
 */
export const typedPath = (name: string, env: Env = process.env): string =>
  resolve(env['INIT_CWD'] ?? process.cwd(), name)

const missing = (path: string): string =>
  existsSync(dirname(path)) ? `There is no file ${path}.` : `There is no folder ${dirname(path)}.`
const forbidden = (path: string): string => `The user of this command has no permission for ${path}.`

const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: missing,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (path) => `${path} is on a file system that is read-only.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  ENOTDIR: (path) => `${path} cannot be reached: a part of it is a file, not a folder.`,
}

/**
 * One sentence for a file that the operator named and that cannot be opened; `null` for any other error, which is a bug.
 *
 * @example const text: string | null = explainFileError(new Error('something else'))
 */
export function explainFileError(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  const { code, path } = error
  if (typeof code !== 'string' || typeof path !== 'string') return null
  return sentences[code]?.(path) ?? null
}
