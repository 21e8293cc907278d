import { saveFile, type BrowserHost } from '@spawnpoint/sdk/browser'
import { capabilityError } from '../../../../sdk/common/capability-error.ts'
import { dialogs, showDialog } from '../../../../sdk/ui/dialogs.ts'
import type { Messages } from '../../../browser/messages/messages.ts'
import type { PlanPlugin } from '../../../common/plan.ts'
import { isOwnPage, isOwnServerPath } from '../own-address.ts'

const outward: readonly string[] = ['http:', 'https:', 'mailto:']

interface PageWaysDeps {
  readonly frame: HTMLIFrameElement
  readonly plugin: Pick<PlanPlugin, 'id' | 'capabilities'>
  readonly host: Pick<BrowserHost, 'guardNavigation'>
  readonly messages: Pick<Messages, 'translate'>
}

/** The address of a link as a tab may open it. Pages of others ask for the same capability as `navigate`. */
const addressOf = (given: string, { origin }: Location, plugin: PageWaysDeps['plugin']): string => {
  const url = URL.parse(given, origin)
  if (!url || !outward.includes(url.protocol))
    throw new Error(`E_FRAME_LINK ${plugin.id}: ${given.slice(0, 100)} is no address that a link opens`)
  if (url.origin !== origin) return url.href
  const path = url.pathname + url.search + url.hash
  if (isOwnPage(plugin, path) || isOwnServerPath(plugin, path)) return url.href
  if (/^\/+(api|plugin-frame)(\/|$)/i.test(url.pathname))
    throw new Error(`E_FRAME_LINK ${plugin.id}: ${path.slice(0, 100)} is no page`)
  if (!plugin.capabilities?.includes('navigate')) throw capabilityError(plugin.id, 'navigate')
  return url.href
}

/** Asks before the page is left; the page itself asks, since a frame could answer no for ever. */
const createUnsavedGuard = ({ host, messages }: PageWaysDeps, window: Window) => {
  const text = (key: string): string => messages.translate('shell', `resource.form.${key}`)
  let isOwnMove = false
  let shown: Promise<boolean> | null = null
  let release: (() => void) | null = null
  const ask = async (): Promise<boolean> => {
    if (isOwnMove) return true
    if (shown) dialogs.dismiss(shown)
    shown = showDialog({
      title: text('unsavedTitle'),
      text: text('unsavedText'),
      tone: 'warning',
      confirmLabel: text('unsavedLeave'),
      cancelLabel: text('unsavedStay'),
    })
    return shown
  }
  const askAtClosing = (event: Event): void => event.preventDefault()
  const end = (): void => {
    release?.()
    release = null
    if (shown) dialogs.dismiss(shown)
  }
  return {
    setUnsaved: (isUnsaved: boolean): void => {
      end()
      if (!isUnsaved) return
      const undo = host.guardNavigation(ask)
      window.addEventListener('beforeunload', askAtClosing)
      release = () => {
        undo()
        window.removeEventListener('beforeunload', askAtClosing)
      }
    },
    /** A move that the frame asked for: what is unsaved there is its own to ask about. */
    move: (run: () => void): void => {
      isOwnMove = true
      try {
        run()
      } finally {
        isOwnMove = false
      }
    },
    end,
  }
}

/** Ways out of a frame that its page opens for it. */
export interface PageWays {
  setUnsaved(isUnsaved: boolean): void
  /** Runs a move that the frame itself asked for. */
  move(run: () => void): void
  /** Throws for an address that no link may open, and without a press in the frame. */
  openTab(address: string): void
  saveFile(name: string, content: Blob): void
  copy(text: string): Promise<void>
  end(): void
}

/**
 * The page does for a frame what its sandbox keeps it from: a link opens a tab that knows nothing of the page, a file is
 * saved, a text is copied. Each needs the visitor's press in this very frame, so that a frame can do none by itself.
 */
export const createPageWays = (deps: PageWaysDeps, window: Window): PageWays => {
  const { frame, plugin } = deps
  const { userActivation, clipboard } = window.navigator
  const needPress = (hasToBeNew: boolean): void => {
    const isPressed = hasToBeNew ? userActivation?.isActive : userActivation?.hasBeenActive
    // An older browser does not say: there its own blocker of pop-ups decides.
    if (frame.ownerDocument.activeElement === frame && isPressed !== false) return
    throw new Error(`E_FRAME_PRESS ${plugin.id}: the visitor has pressed nothing in this frame`)
  }
  return {
    ...createUnsavedGuard(deps, window),
    openTab: (address: string): void => {
      const href = addressOf(address, window.location, plugin)
      needPress(true)
      window.open(href, '_blank', 'noopener,noreferrer')
    },
    saveFile: (name: string, content: Blob): void => {
      // A file is often made by a call, which may take longer than a press counts.
      needPress(false)
      saveFile(name, content)
    },
    copy: async (text: string): Promise<void> => {
      needPress(true)
      await clipboard.writeText(text)
    },
  }
}
