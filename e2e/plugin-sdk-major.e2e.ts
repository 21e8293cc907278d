import { expect, test } from '@playwright/test'
import { startSmallShell } from '../tests/support/product/build-small-shell.ts'

/** As the SDK of the next major would carry it: what is called `usePluginId` now was `useOwnId` then. */
const facade = `
export * from '@spawnpoint/sdk/browser'
export { usePluginId as useOwnId } from '@spawnpoint/sdk/browser'
`

const plugin = (id: string, name: string) => `
import { createElement } from 'react'
import * as sdk from '@spawnpoint/sdk/browser'
export const sameReact = (theirs) => theirs === createElement
window[${JSON.stringify(id)}] = { hook: sdk[${JSON.stringify(name)}], context: sdk.PluginProvider, old: 'useOwnId' in sdk }
`

test('[RTP8] a plugin of an older SDK major gets the façade it was made for, in the same contexts', async ({
  page,
}) => {
  const shell = await startSmallShell({ 'sdk/facades/0/browser.ts': facade }, [
    { id: 'veteran', code: plugin('veteran', 'useOwnId'), sdk: '0' },
    { id: 'newcomer', code: plugin('newcomer', 'usePluginId') },
    { id: 'veteran-two', code: plugin('veteran-two', 'usePluginId') },
  ])
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    // The small shell has no icon.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
      faults.push(message.text())
  })
  try {
    await page.goto(`${shell.origin}/auth/login`)
    await page.waitForFunction(() => ['veteran', 'newcomer', 'veteran-two'].every((id) => id in window))
    const seen = await page.evaluate(() => {
      interface Seen {
        readonly hook: unknown
        readonly context: unknown
        readonly old: boolean
      }
      const at = (id: string): Seen => Reflect.get(window, id)
      const [veteran, newcomer, other] = [at('veteran'), at('newcomer'), at('veteran-two')]
      return {
        sameHook: typeof veteran.hook === 'function' && veteran.hook === newcomer.hook,
        sameContext: veteran.context === newcomer.context,
        // Only its own files are mapped: not those of an id that begins alike.
        old: [veteran.old, newcomer.old, other.old],
      }
    })
    expect(seen).toEqual({ sameHook: true, sameContext: true, old: [true, false, false] })
    expect(await page.evaluate(() => document.body.dataset['plugin'])).toBe('true')
    expect(faults).toEqual([])
  } finally {
    await shell.stop()
  }
})
