import { Slot, useStore } from '@spawnpoint/sdk/browser'
import { Suspense, use, useEffect, useState } from 'react'
import type { Kernel } from '../create-kernel.ts'
import { useKernel } from './kernel-context.tsx'
import { dataFrame } from './layouts.tsx'

const overlaySlot = 'shell.overlay'

const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(id)
}

const isShortcut = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.length === 1 && !'acvxz'.includes(key.toLowerCase())

/** The first shortcut brings the overlays in and is played again for them: they were not there to hear it. */
const onFirstShortcut = (run: (pressed: KeyboardEvent) => void): (() => void) => {
  const listen = (event: KeyboardEvent): void => {
    if (!isShortcut(event)) return
    event.preventDefault()
    run(event)
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

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

const Loaded = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  const { DataFrame } = use(dataFrame.load())
  return (
    <DataFrame>
      <Slot name={overlaySlot} />
      <Replay pressed={pressed} />
    </DataFrame>
  )
}

/** Tools that float over every page. On pages for guests only when asked for, so that the log-in page stays light. */
export const Overlays = () => {
  const { book, host } = useKernel()
  const { path } = useStore(host.location)
  const [isOn, setOn] = useState(false)
  const [pressed, setPressed] = useState<KeyboardEvent | null>(null)
  const isGuestPage = book.match(path)?.area === 'guest'
  useEffect(() => {
    if (isOn) return
    if (!isGuestPage) return whenIdle(() => setOn(true))
    return onFirstShortcut((event) => {
      setPressed(event)
      setOn(true)
    })
  }, [isOn, isGuestPage])
  if (!isOn) return null
  return (
    <Suspense fallback={null}>
      <Loaded pressed={pressed} />
    </Suspense>
  )
}
