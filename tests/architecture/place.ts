import { isTest } from './source-tree.ts'

/** Where a file lives, in the words of the import table. */
export interface Place {
  readonly house: 'kernel' | 'sdk' | 'plugin' | 'tests' | 'e2e' | 'outside'
  /** The plugin's folder, such as `builtin/coins`. */
  readonly plugin: string
  /** First folder inside the house or plugin; '' for a file that stands directly in it. */
  readonly part: string
  readonly file: string
  readonly test: boolean
}

const partOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')

export const placeOf = (path: string): Place => {
  const plugin = /^(?:builtin|plugins)\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''
  if (plugin !== '') {
    const inside = path.slice(plugin.length + 1)
    const test = isTest(path) || inside === 'testing.ts' || partOf(inside) === 'testing'
    // A resource is part of what others may rely on.
    const part = inside === 'resource.ts' ? 'contract' : partOf(inside)
    return { house: 'plugin', plugin, part, file: inside, test }
  }
  const house = (['kernel', 'sdk', 'tests', 'e2e'] as const).find((name) => path.startsWith(`${name}/`))
  if (!house) return { house: 'outside', plugin: '', part: '', file: path, test: false }
  const inside = path.slice(house.length + 1)
  // Code shared by several tests of a folder is in a file of its own.
  const test = isTest(path) || /\.testing\.tsx?$/.test(path)
  const isPackages = house === 'kernel' && partOf(inside) === 'packages'
  const part = isPackages ? inside.split('/', 2).join('/') : partOf(inside)
  return { house, plugin: '', part, file: inside, test }
}
