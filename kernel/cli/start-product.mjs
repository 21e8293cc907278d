// Plain JavaScript, so that a start whose code is compiled already loads nothing that strips types: it would stay in
// memory, 18 MB of it.
import './resolve-quickly.mjs'

const { start } = await import('./start.ts')
await start(process.argv.slice(2))
