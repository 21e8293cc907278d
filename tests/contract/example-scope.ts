import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exportedDeclarations } from '../../kernel/build/declarations.ts'
import type { SdkExample } from './sdk-examples.ts'

const nearest = ({ file }: SdkExample): string => {
  const side = file.split('/')[1] ?? ''
  return side === 'ui' ? 'browser' : side
}

/** The modules of `scope/` whose names an example takes as given, nearest first. */
export function readExampleScope(root: string) {
  const files = globSync('tests/contract/scope/*.ts', { cwd: root })
  const modules = files.map((file) => ({
    side: basename(file, '.ts'),
    specifier: `../../${file}`,
    names: new Set(exportedDeclarations(join(root, file)).map(({ name }) => name)),
  }))
  return (example: SdkExample) =>
    [nearest(example), 'shared'].flatMap((side) => modules.find((each) => each.side === side) ?? [])
}
