import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../../kernel/server/version.ts'

/** The options of Node that let a child process load the server's modules as quickly as the product does. */
export const nodeOptions = ['--import', pathToFileURL(join(ROOT, 'kernel/cli/resolve-quickly.mjs')).href]

/** The environment of a child process: where its programs and its compiled modules are. */
export const childEnv = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env
  return { PATH, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }) }
}
