import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sdkEntries } from './api-report.ts'
import { exportedDeclarations } from './declarations.ts'
import { stagePackages } from './sdk-package/stage-packages.ts'

export const sdkReferenceFile = 'sdk/reference.json'

/** The text of the file: every name that the SDK exports, entry by entry, with its declaration and its doc comment. */
export function createSdkReference(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as { version: string }
  const { sdk } = stagePackages(root)
  const entries = sdkEntries(root).map(([name, file]) => ({
    entry: `@spawnpoint/sdk${name.slice(1)}`,
    names: exportedDeclarations(join(sdk, 'sdk', file.replace(/\.tsx?$/, '.d.ts'))),
  }))
  return `${JSON.stringify({ version, entries }, null, 1)}\n`
}
