import { isInstalled } from './repository.ts'
import { runCommand } from './run-command.ts'

const program = isInstalled() ? 'npx spawnpoint-plugin' : 'npm run plugin --'
process.exitCode = await runCommand(program, process.argv.slice(2))
