import { bootstrap } from './bootstrap.mjs'

bootstrap('kernel/cli/start.ts', process.argv.slice(2))
