import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sdkEntries } from './api-report.ts'
import { describeContracts } from './contracts-reference.ts'
import { exportedDeclarations } from './declarations.ts'
import { stagePackages } from './sdk-package/stage-packages.ts'

export const sdkReferenceFile = 'sdk/reference.json'

/**
 * The text of the file: every name that the SDK exports, entry by entry, with its declaration and its doc comment, and the
 * contracts of the product's plugins.
 */
export async function createSdkReference(root: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as { version: string }
  const { sdk, contracts } = stagePackages(root)
  const entries = sdkEntries(root).map(([name, file]) => ({
    entry: `@spawnpoint/sdk${name.slice(1)}`,
    names: exportedDeclarations(join(sdk, 'sdk', file.replace(/\.tsx?$/, '.d.ts'))).map(
      ({ name: exported, commented, doc }) => ({ name: exported, text: commented, doc }),
    ),
  }))
  return `${JSON.stringify({ version, entries, contracts: await describeContracts(root, contracts) }, null, 1)}\n`
}
