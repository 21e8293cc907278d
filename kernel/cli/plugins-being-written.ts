import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BesideProduct } from './run-product.ts'

const nothing = async () => undefined

/** Plugins that are being written: loaded only where that is asked for, or was when the product was killed. */
export const pluginsBeingWritten =
  (areTaken: boolean): BesideProduct =>
  async (server) => {
    const dataDir = resolve(server.core.config.dataDir)
    if (!areTaken && !existsSync(join(dataDir, 'plugin-dev'))) return nothing
    const { openDevEndpoint, recoverFromDev } = await import('../packages/server/dev/open-dev-endpoint.ts')
    if (!areTaken) {
      await recoverFromDev(server)
      return nothing
    }
    const dev = openDevEndpoint()
    await dev.attach(server)
    console.log(`It takes plugins that are being written: npx spawnpoint-plugin dev --data ${dataDir}`)
    return dev.close
  }
