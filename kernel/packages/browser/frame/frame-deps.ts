import type { Kernel } from '../../../browser/kernel.ts'
import { createDeferred } from '../../../browser/plugins/deferred.ts'
import type { FrameDeps } from './frame-connection.ts'

export type FrameKernel = Pick<
  Kernel,
  'platform' | 'messages' | 'label' | 'prepare' | 'session' | 'gate' | 'registry'
>

const createFrameDeps = (kernel: FrameKernel): FrameDeps => {
  const { platform, messages, label, prepare, session, gate, registry } = kernel
  const customStyle = createDeferred(async () =>
    registry.plan.getState().safeMode ? '' : (await platform.fetch('/api/system/custom.css')).text(),
  )
  return {
    platform,
    messages,
    label,
    prepare,
    session: session.state,
    reportFault: (plugin, error) => gate.reportFault(plugin, 'frame', error),
    loadStyle: customStyle.load,
  }
}

const made = new WeakMap<FrameKernel, FrameDeps>()

/** The same for all frames of a page: the style of the instance is fetched once. */
export const frameDepsOf = (kernel: FrameKernel): FrameDeps => {
  const deps = made.get(kernel) ?? createFrameDeps(kernel)
  made.set(kernel, deps)
  return deps
}
