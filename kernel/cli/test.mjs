import { bootstrap } from './bootstrap.mjs'

bootstrap('kernel/cli/test.ts', process.argv.slice(2))
