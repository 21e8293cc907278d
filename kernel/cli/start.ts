import { parseArgs } from 'node:util'
import { readConfig } from './read-config.ts'
import { commandOf } from '../server/command-line.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { pluginsBeingWritten } from './plugins-being-written.ts'
import { explainAndExit, runProduct } from './run-product.ts'

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { 'safe-mode': { type: 'boolean', default: false } } }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`${reason}. Usage: ${commandOf('start [--safe-mode]')}`)
  }
}

/** Runs what is built until it is told to stop. */
export async function start(args: string[]): Promise<void> {
  try {
    const options = readOptions(args)
    const { pluginDev } = readConfig(process.env)
    await runProduct(process.env, { beside: pluginsBeingWritten(pluginDev), safeMode: options['safe-mode'] })
  } catch (error) {
    explainAndExit(error)
  }
}
