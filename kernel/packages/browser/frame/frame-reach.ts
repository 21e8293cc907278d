import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { frameWays } from '../../../../sdk/browser/frame-ways.ts'
import type { FrameLine } from './frame-line.ts'

/** A link would put another document into the frame, which ends it: the page opens it in a tab. */
const openLinks = (line: FrameLine): void =>
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
    if (link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    void line.ask('openTab', link.href)
  })

/** Gives the kit what the sandbox takes from it: links, files to save and to send, the clipboard. */
export const reachThroughPage = (line: FrameLine, host: BrowserHost): void => {
  openLinks(line)
  frameWays.saveFile = (name, content) => void line.ask('saveFile', name, content)
  // The host needs method and path of an endpoint and nothing else; the caller knows the types.
  frameWays.sendForm = (endpoint, form, params) => host.call(endpoint, { params, body: form } as never)
  const writeText = async (text: string): Promise<void> => void (await line.ask('copy', String(text)))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
}
