import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'

// As the server's configuration has it; the note is that of kernel/packages/server/hangs.
const dataDir = process.env['DATA_DIR']?.trim() || '.data'
bootstrap('kernel/cli/start-product.mjs', process.argv.slice(2), {
  first: ['kernel/cli/build.ts', '--for-start'],
  hangNote: join(dataDir, 'hung-plugin.json'),
  // Told to stop, npm ends at once, and the shell between them tells nobody: the product would keep port and folder.
  followsNpm: true,
})
