import type { AddedPlugins } from '../../browser/plugins/added-plugins.ts'
import type { Kernel, KernelDeps } from '../../browser/kernel.ts'
import { createBoot } from './boot-plugins.ts'
import { followPlan } from './follow-plan.ts'
import { guardStyles } from './guard-styles.ts'
import { loadRunTime } from './load-run-time.ts'
import { createPluginMessages } from './plugin-messages.ts'
import { createPluginReports } from './plugin-reports.ts'
import { createPluginScopes } from './plugin-scopes.ts'
import { followPluginStyles } from './plugin-styles.ts'
import { SafeModeBanner } from './safe-mode-banner.tsx'

/** The browser side of added plugins, over the kernel of one page. */
export const createAddedPlugins = (
  kernel: Kernel,
  modules: KernelDeps['modules'],
  document?: Document,
): AddedPlugins => {
  const { platform, registry, session, messages, host, log } = kernel
  const scopes = createPluginScopes(registry, host)
  const texts = createPluginMessages(platform, messages, (id, error) =>
    log(`messages of plugin ${id} could not be loaded`, error),
  )
  const reports = createPluginReports({
    platform,
    find: registry.find,
    session: () => session.state.getState(),
    log,
  })
  const { boot, unfinishedRules } = createBoot({ ...kernel, note: reports.note })
  if (document) {
    followPluginStyles(document, registry)
    followPlan(document, kernel)
    guardStyles(document, kernel)
  }
  return {
    boot,
    unfinishedRules,
    loadModule: (plugin, url) => loadRunTime({ ...modules, platform }, plugin, url),
    prepareMessages: texts.prepare,
    followLanguage: texts.follow,
    hostOf: scopes.hostOf,
    // Only isolated plugins need it.
    createFramedPart: async (...args) =>
      (await import('./frame/framed-part.tsx')).createFramedPart(kernel, ...args),
    reportFault: reports.fault,
    end: scopes.end,
    SafeModeBanner,
  }
}
