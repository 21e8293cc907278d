import type { AddedPlugins } from '../../browser/plugins/added-plugins.ts'
import { loadRunTime } from './load-run-time.ts'
import { createPluginMessages } from './plugin-messages.ts'
import { createPluginReports } from './plugin-reports.ts'
import { followPluginStyles } from './plugin-styles.ts'
import { createScopedHost } from './scoped-host.ts'

export const addedPlugins: AddedPlugins = {
  loadModule: loadRunTime,
  createMessages: createPluginMessages,
  createHost: createScopedHost,
  // Only isolated plugins need it.
  createFramedPart: async (...args) => (await import('./frame/framed-part.tsx')).createFramedPart(...args),
  createReports: createPluginReports,
  followStyles: followPluginStyles,
}
