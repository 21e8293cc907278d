import type { PluginContextMembers, PluginDatabase } from '@spawnpoint/sdk/server'
import { countWavesOf } from './waves.ts'

/** The session answer tells how often its owner has waved, and the replies of this plugin carry a header of their own. */
export function tapHooks({ hooks }: PluginContextMembers['server.hooks'], db: PluginDatabase): void {
  hooks.on('describeSession', async (session) =>
    session.add('stats', 'waves', await countWavesOf(db, session.userId)),
  )
  // It runs for every call of everybody: short, and nothing for those of others.
  hooks.on('beforeReply', async ({ request, addHeader }) => {
    if (request.plugin === 'hello') addHeader('x-hello', 'Hello')
  })
}
