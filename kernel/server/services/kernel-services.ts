import * as sdk from '@spawnpoint/sdk/server'
import type { ServiceToken } from '@spawnpoint/sdk/common'
import type { Core } from '../core.ts'
import type { KernelPlugins } from '../host/plugins-service.ts'

/** The kernel's services as one plugin gets them: jobs and log carry its id. */
export function createKernelServices(
  core: Core,
  late: {
    plugins(): KernelPlugins
    instance: sdk.InstanceService
    catalogue: sdk.PermissionsService['catalogue']
  },
) {
  const database: sdk.DatabaseService = {
    orm: core.orm,
    async query({ name, text, values }) {
      const { rows } = await core.pool.query({ ...(name ? { name } : {}), text, values: [...(values ?? [])] })
      // The statement's author names the shape of its rows.
      return rows as never
    },
  }
  const permissions: sdk.PermissionsService = {
    catalogue: late.catalogue,
    of: async (user) => (await core.services.find(sdk.PermissionSource)?.permissionsOf(user)) ?? [],
  }
  const messages: sdk.ProcessMessagesService = {
    send: (topic, text) => core.notices.send({ kind: 'message', topic, text }),
    on: (topic, listener) =>
      core.notices.on((notice) => {
        if (notice.kind === 'message' && notice.topic === topic) listener(notice.text)
      }),
  }
  const shared: [ServiceToken<unknown>, unknown][] = [
    [sdk.Database, database],
    [sdk.Events, core.events],
    [sdk.Settings, core.settings],
    [sdk.Audit, core.audit],
    [sdk.Sessions, core.sessions],
    [sdk.Permissions, permissions],
    [sdk.Secrets, core.secrets],
    [sdk.Blobs, core.blobs],
    [sdk.Archives, core.archives],
    [sdk.Clock, core.clock],
    [sdk.Limits, core.limits],
    [sdk.ProcessMessages, messages],
    [sdk.Instance, late.instance],
    [sdk.Schedules, core.runner.schedules],
    [sdk.RecentLog, core.recentLog],
  ]
  const fixed = new Map(shared.map(([{ id }, service]) => [id, service]))
  return (plugin: string): ReadonlyMap<string, unknown> =>
    new Map([
      ...fixed,
      [sdk.Jobs.id, core.runner.forPlugin(plugin)],
      [sdk.Log.id, core.log.child({ plugin })],
      [sdk.Plugins.id, late.plugins()],
    ])
}
