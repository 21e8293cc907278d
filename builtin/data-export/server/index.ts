import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { exportCommand } from './export-command.ts'
import { exportUses } from './export-uses.ts'

export default definePluginServer(manifest, {
  uses: exportUses,
  setup: (uses, host) => host.command('export', exportCommand(uses, process.env)),
})
