import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SharedModule } from './shared-specifiers.ts'

const require = createRequire(import.meta.url)
const isName = (text: string) =>
  /^[A-Za-z_$][\w$]*$/.test(text) && text !== 'default' && text !== '__esModule'

/** The names of the production file: the development one has more, which a production page would lack. */
export function commonJsNames(packageName: string, file: string): string[] {
  const folder = dirname(require.resolve(`${packageName}/package.json`))
  const exported: object = require(join(folder, 'cjs', `${file}.production.js`))
  return Object.keys(exported).filter(isName)
}

/** The names that a façade passes on where they are spelled out. */
export const sharedModuleNames = (shared: Exclude<SharedModule, { kind: 'all' }>): readonly string[] =>
  shared.kind === 'names' ? shared.names : commonJsNames(shared.package, shared.file)
