import { Slot } from '@spawnpoint/sdk/browser'
import { useEffect } from 'react'
import type { Kernel } from '../create-kernel.ts'
import { HasRoom } from '../plugins/waiting-marks.ts'
import { DataFrame } from './data-frame.tsx'
import { useKernel } from './kernel-context.tsx'

const overlaySlot = 'shell.overlay'

const playAgain = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): void => {
  const modifiers = { ctrlKey, metaKey, shiftKey, altKey }
  document.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, ...modifiers, bubbles: true, cancelable: true }),
  )
}

const preloadOverlays = ({ registry, componentOf }: Kernel): Promise<unknown> =>
  Promise.allSettled(
    registry.contributions
      .get()
      .slots.filter(({ slot }) => slot === overlaySlot)
      .map(async ({ plugin: id, module }) => {
        const plugin = registry.find(id)
        if (plugin) await componentOf(plugin, module).preload()
      }),
  )

const Replay = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  const kernel = useKernel()
  useEffect(() => {
    if (!pressed) return
    let isGone = false
    void preloadOverlays(kernel).then(() => {
      // One frame later the overlays have been drawn and listen.
      requestAnimationFrame(() => requestAnimationFrame(() => !isGone && playAgain(pressed)))
    })
    return () => {
      isGone = true
    }
  }, [kernel, pressed])
  return null
}

/** What lies over the pages, and the shortcut that called for it. */
export const LoadedOverlays = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  return (
    <DataFrame>
      <HasRoom value={false}>
        <Slot name={overlaySlot} />
      </HasRoom>
      <Replay pressed={pressed} />
    </DataFrame>
  )
}
