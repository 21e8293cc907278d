// Plain JavaScript, so that a start whose code is compiled already loads nothing that strips types: it would stay in
// memory, 18 MB of it.
import { start } from './start.ts'

await start(process.argv.slice(2))
