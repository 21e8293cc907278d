import { useStore } from '@spawnpoint/sdk/browser'
import { Suspense, use, useEffect, useState } from 'react'
import { useKernel } from './kernel-context.tsx'
import { signedInParts } from './layouts.tsx'
import { preloadMessageHosts } from './message-hosts.tsx'

const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(id)
}

/** The browser's own, such as reload and find, and those that the frame answers itself. */
const taken = 'abcdefghjklnopqrstuvwxyz0123456789+-='

/** The place of a key counts where no Latin letter is on it. Only a part of `pressedKey`, which would be one more module of the start. */
const placeOf = ({ key, code }: KeyboardEvent): string =>
  (/^[a-z\d]$/i.test(key) ? key : (/^(?:Key|Digit)(\w)$/.exec(code)?.[1] ?? key)).toLowerCase()

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  event.key.length === 1 &&
  !event.defaultPrevented &&
  !taken.includes(placeOf(event))

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

const Loaded = ({ pressed }: { pressed: KeyboardEvent | null }) => {
  const { LoadedOverlays } = use(signedInParts.load())
  return <LoadedOverlays pressed={pressed} />
}

/** Tools that float over every page. On pages for guests only when asked for, so that the log-in page stays light. */
export const Overlays = () => {
  const kernel = useKernel()
  const { visits, log } = kernel
  const [isOn, setOn] = useState(false)
  const [pressed, setPressed] = useState<KeyboardEvent | null>(null)
  const isGuestPage = useStore(visits.current, ({ route }) => route?.area === 'guest')
  useEffect(() => {
    if (isOn) return
    const bring = async (): Promise<void> => {
      preloadMessageHosts()
      try {
        const { preloadOverlays } = await signedInParts.load()
        await preloadOverlays(kernel)
        setOn(true)
      } catch (error) {
        // The page does without them until the next try.
        signedInParts.retry()
        log('the tools over the pages could not be loaded', error)
      }
    }
    const undo = [
      onFirstShortcut((event) => {
        setPressed(event)
        void bring()
      }),
      ...(isGuestPage ? [] : [whenIdle(() => void bring())]),
    ]
    return () => {
      for (const each of undo) each()
    }
  }, [isOn, isGuestPage, kernel, log])
  if (!isOn) return null
  return (
    <Suspense fallback={null}>
      <Loaded pressed={pressed} />
    </Suspense>
  )
}
