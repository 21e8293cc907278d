import { Slot, useSession } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { useEffect, useRef, type ReactNode } from 'react'
import { isBuiltin } from '../../common/plan.ts'
import type { Kernel } from '../kernel.ts'
import { HasRoom } from '../plugins/waiting-place.tsx'

/** Gives pages the cache of server data; what one person saw is gone before the next one looks. */
export const DataFrame = ({ children }: { children: ReactNode }) => {
  const { user, status } = useSession()
  const person = status === 'signed-in' ? String(user['uuid'] ?? '') : null
  const last = useRef(person)
  useEffect(() => {
    if (last.current !== null && last.current !== person) forgetAnswers()
    if (person !== null) last.current = person
  }, [person])
  return <DataProvider>{children}</DataProvider>
}

const overlaySlot = 'shell.overlay'

const playAgain = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): void => {
  const modifiers = { ctrlKey, metaKey, shiftKey, altKey }
  document.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, ...modifiers, bubbles: true, cancelable: true }),
  )
}

/** Loads the product's own overlays; those of added plugins load without blocking. */
export const preloadOverlays = ({ registry, componentOf }: Kernel): Promise<unknown> =>
  Promise.allSettled(
    registry.contributions
      .getState()
      .slots.filter(({ slot }) => slot === overlaySlot)
      .map(async ({ plugin: id, module }) => {
        const plugin = registry.find(id)
        if (plugin && isBuiltin(plugin)) await componentOf(plugin, module).preload()
      }),
  )

/** Stands behind the overlays: what they do when they are drawn is done before this. */
const Replay = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  useEffect(() => {
    if (pressed) playAgain(pressed)
  }, [pressed])
  return null
}

/** The overlays above the pages, and the shortcut that opens them. */
export const LoadedOverlays = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  return (
    <DataFrame>
      <HasRoom value={false}>
        {/* They float over the page, and none of them belongs on paper. */}
        <div className="sp-overlays contents">
          <Slot name={overlaySlot} />
        </div>
      </HasRoom>
      <Replay pressed={pressed} />
    </DataFrame>
  )
}
