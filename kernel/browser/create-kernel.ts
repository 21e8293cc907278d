import { showDialog as openDialog } from '../../sdk/ui/dialogs.ts'
import { toasts } from '../../sdk/ui/toasts.ts'
import { createHost } from './host.ts'
import type { Kernel, KernelDeps, KernelParts } from './kernel.ts'
import { createVisits } from './routing/visits.ts'
import { wirePlugins } from './wire-plugins.ts'
import { wireRouting } from './wire-routing.ts'
import { wireSession } from './wire-session.ts'

/** Everything of the browser kernel, put together; nothing runs before `start-up` says so. */
export const createKernel = (deps: KernelDeps): Kernel => {
  const { platform, showDialog, log } = deps
  const plugins = wirePlugins(deps, () => kernel)
  const routing = wireRouting(deps, plugins)
  const session = wireSession(deps, plugins, routing)
  const notify = { toast: toasts.show, dialog: openDialog }
  const parts: KernelParts = { platform, showDialog, log, notify, ...plugins, ...routing, ...session }
  const kernel: Kernel = { ...parts, visits: createVisits(parts), host: createHost(parts) }
  return kernel
}
