import { createBackupProgram } from './backup-program.ts'
import { explainAndExit, stopOnSignals } from './run-product.ts'

// A command that is told to stop ends at once, and an embedded database that it started ends with it.
stopOnSignals()
try {
  await createBackupProgram(process.env).parseAsync()
} catch (error) {
  explainAndExit(error)
}
