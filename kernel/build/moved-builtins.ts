import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** As text: the manifest imports contracts, which may be found only once the links are there. */
const isBuiltin = (folder: string) => {
  const manifest = join(folder, 'manifest.ts')
  return existsSync(manifest) && /\bdefineBuiltin\(/.test(readFileSync(manifest, 'utf8'))
}

const named = (folder: string) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])

/**
 * A built-in that was moved to `plugins/` keeps its place in `builtin/` as a link: others go on importing its contract
 * from there. A link is no folder, so nobody takes it for a built-in.
 */
export function linkMovedBuiltins(root: string): void {
  const [builtin, plugins] = [join(root, 'builtin'), join(root, 'plugins')]
  for (const entry of named(builtin)) {
    const link = join(builtin, entry.name)
    if (entry.isSymbolicLink() && !existsSync(link)) rmSync(link)
  }
  if (!existsSync(builtin)) return
  for (const { name } of named(plugins))
    if (isBuiltin(join(plugins, name)) && !isThere(join(builtin, name)))
      // A junction is what Windows lets anybody make; elsewhere it is a link as any other.
      symlinkSync(join('..', 'plugins', name), join(builtin, name), 'junction')
}
