import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './read-config.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { explainAndExit, runProduct, type BesideProduct } from './run-product.ts'

const nothing = async () => undefined

/** Plugins that are being written: loaded only where that is asked for, or was when the product was killed. */
const besideProduct =
  (takesPlugins: boolean): BesideProduct =>
  async (server) => {
    const dataDir = resolve(server.core.config.dataDir)
    if (!takesPlugins && !existsSync(join(dataDir, 'plugin-dev'))) return nothing
    const { openDevEndpoint, recoverFromDev } = await import('../packages/server/dev/open-dev-endpoint.ts')
    if (!takesPlugins) {
      await recoverFromDev(server)
      return nothing
    }
    const dev = openDevEndpoint()
    await dev.attach(server)
    console.log(`It takes plugins that are being written: npx spawnpoint-plugin dev --data ${dataDir}`)
    return dev.close
  }

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { 'safe-mode': { type: 'boolean', default: false } } }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`${reason}. Usage: npm start -- [--safe-mode]`)
  }
}

/** Runs what is built until it is told to stop. */
export async function start(args: string[]): Promise<void> {
  try {
    const options = readOptions(args)
    const { pluginDev } = readConfig(process.env)
    await runProduct(process.env, { beside: besideProduct(pluginDev), safeMode: options['safe-mode'] })
  } catch (error) {
    explainAndExit(error)
  }
}
