import { bootstrap } from './bootstrap.mjs'

bootstrap('sdk/cli/main.ts', process.argv.slice(2), { followsNpm: true, hasChannel: true })
