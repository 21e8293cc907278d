import { j4rSettings } from '@spawnpoint/contracts/j4r-servers'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { Database, definePluginServer, listen, secretKeyReplaced } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { j4rServers } from '../resource.ts'
import { j4rServersExport } from './export.ts'
import { economyPart } from './economy-part.ts'
import { forgetAccounts } from './reward-queries.ts'
import {
  cleanUpJob,
  handleFinishCheck,
  handleReadRewards,
  handleStartCheck,
  learnDecisions,
} from './rewards.ts'

const dropHashes = listen(secretKeyReplaced, { db: Database }, ({ db }) => forgetAccounts(db.orm))

export default definePluginServer(manifest, {
  settings: j4rSettings,
  provides: [j4rServersExport, economyPart, learnDecisions],
  resources: [serveResource(j4rServers, {}, () => ({ configuration: {} }))],
  endpoints: [handleReadRewards, handleStartCheck, handleFinishCheck],
  jobs: [cleanUpJob],
  listeners: [dropHashes],
})
