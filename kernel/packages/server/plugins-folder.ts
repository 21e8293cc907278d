import { readdirSync } from 'node:fs'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'

/** Warning for the start when PLUGINS_DIR is missing; throws when it cannot be read. */
export const findPluginsDirWarning = (folder: string | null): string | null => {
  if (folder === null) return null
  try {
    readdirSync(folder)
    return null
  } catch (error) {
    const code = findErrorCode(error) ?? 'unknown reason'
    if (code === 'ENOENT')
      return `Warning: there is no folder ${folder}, so none of the plugins in it are loaded. Check PLUGINS_DIR, or make the folder.`
    throw new ConfigurationError(
      `PLUGINS_DIR is not usable: ${folder} cannot be read as a folder (${code}); give a folder with one built plugin a folder.`,
    )
  }
}
