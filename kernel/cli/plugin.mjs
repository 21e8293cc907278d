import { bootstrap } from './bootstrap.mjs'

bootstrap('kernel/cli/plugin.ts', process.argv.slice(2), { followsNpm: true, hasChannel: true })
