import { j4rSettings } from '@spawnpoint/contracts/j4r-servers'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { j4rServers } from '../resource.ts'
import { j4rServersExport } from './export.ts'
import { economyPart } from './economy-part.ts'
import {
  cleanUpJob,
  handleFinishCheck,
  handleReadRewards,
  handleStartCheck,
  learnDecisions,
} from './rewards.ts'

export default definePluginServer(manifest, {
  settings: j4rSettings,
  provides: [j4rServersExport, economyPart, learnDecisions],
  resources: [serveResource(j4rServers, {}, () => ({ configuration: {} }))],
  endpoints: [handleReadRewards, handleStartCheck, handleFinishCheck],
  jobs: [cleanUpJob],
})
