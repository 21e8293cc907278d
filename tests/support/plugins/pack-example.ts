import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPlugin } from '../../../sdk/package/pack-plugin.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { buildForTest } from '../../../sdk/testing/plugin-server/build-for-test.ts'

interface Version {
  readonly version?: string
  readonly capabilities?: readonly string[]
}

/** The package of one of the examples in `plugins/`, and as later versions, with more to agree to. */
export async function packExample(id: string, ...later: readonly Version[]): Promise<readonly Buffer[]> {
  const built = buildForTest(join(ROOT, 'plugins', id))
  try {
    const file = join(built.dist, 'manifest.json')
    const manifest: { version: string; capabilities: string[] } = JSON.parse(readFileSync(file, 'utf8'))
    const packages: Buffer[] = []
    for (const { version = manifest.version, capabilities = [] } of [{}, ...later]) {
      const next = { ...manifest, version, capabilities: [...manifest.capabilities, ...capabilities] }
      writeFileSync(file, JSON.stringify(next))
      packages.push(await packPlugin(built.dist))
    }
    return packages
  } finally {
    built.remove()
  }
}
