import { prepareOnly } from './bootstrap.mjs'

prepareOnly(['kernel/cli/build.ts', '--for-start'])
console.log('Dependencies and dashboard are ready: restart Spawnpoint now.')
