import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPlugin } from '../../../sdk/package/pack-plugin.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { buildForTest } from '../../../sdk/testing/plugin-server/build-for-test.ts'

/** The package of one of the examples in `plugins/`; as a later version, with more to agree to, on request. */
export async function packExample(
  id: string,
  later: { readonly version?: string; readonly capabilities?: readonly string[] } = {},
): Promise<Buffer> {
  const built = buildForTest(join(ROOT, 'plugins', id))
  try {
    const file = join(built.dist, 'manifest.json')
    const manifest: { version: string; capabilities: string[] } = JSON.parse(readFileSync(file, 'utf8'))
    const { version = manifest.version, capabilities = [] } = later
    writeFileSync(
      file,
      JSON.stringify({ ...manifest, version, capabilities: [...manifest.capabilities, ...capabilities] }),
    )
    return await packPlugin(built.dist)
  } finally {
    built.remove()
  }
}
