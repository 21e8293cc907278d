import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { run } from './run-tool.ts'

interface Package {
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Does what `npm install` does in a project, without npm: unpacks the packages of the vendor folder, and links what the
 * project and they name, and no more, to the same versions of this checkout.
 */
export function installFromCheckout(project: string): void {
  const modules = join(project, 'node_modules')
  const read = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { devDependencies = {} } = read(project)
  const vendored = Object.entries(devDependencies).filter(([, version]) => version.startsWith('file:'))
  for (const [name, version] of vendored) {
    mkdirSync(join(modules, name), { recursive: true })
    const file = join(project, version.slice('file:'.length))
    run(project, 'tar', '-xzf', file, '-C', join(modules, name), '--strip-components=1')
  }
  const unpacked = vendored.map(([name]) => read(join(modules, name)))
  const wanted = unpacked.flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  )
  for (const name of new Set([...Object.keys(devDependencies), ...wanted])) link(modules, name)
  mkdirSync(join(modules, '.bin'))
  for (const name of ['@spawnpoint/sdk', 'typescript'])
    for (const [command, file] of Object.entries(read(join(modules, name)).bin ?? {})) {
      chmodSync(join(modules, name, file), 0o755)
      symlinkSync(join(modules, name, file), join(modules, '.bin', command))
    }
}

/** A package of another platform is not there. */
function link(modules: string, name: string): void {
  const from = join(ROOT, 'node_modules', name)
  const to = join(modules, name)
  if (!existsSync(from) || existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}
