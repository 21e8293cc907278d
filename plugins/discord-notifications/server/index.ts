import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { postTest, readDeliveries, replay } from './answer-deliveries.ts'
import { listeners } from './listen-to-events.ts'

export default definePluginServer(manifest, { endpoints: [readDeliveries, replay, postTest], listeners })
