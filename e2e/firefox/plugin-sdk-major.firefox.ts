import { expect, test } from '@playwright/test'
import { startSmallShell } from '../../tests/support/product/build-small-shell.ts'
import { openFirefox, PATIENCE_MS } from './open-firefox.ts'

/** As the SDK of the next major would carry it: what is called `usePluginId` now was `useOwnId` then. */
const facade = `
export * from '@spawnpoint/sdk/browser'
export { usePluginId as useOwnId } from '@spawnpoint/sdk/browser'
`

const plugin = (id: string, name: string) => `
import * as sdk from '@spawnpoint/sdk/browser'
window[${JSON.stringify(id)}] = { hook: sdk[${JSON.stringify(name)}], hasOld: 'useOwnId' in sdk }
`

test('[RTP8] a plugin of an older SDK major gets the façade it was made for, and nobody else does, in Firefox', async () => {
  const shell = await startSmallShell({ 'sdk/facades/0/browser.ts': facade }, [
    { id: 'veteran', code: plugin('veteran', 'useOwnId'), sdk: '0' },
    { id: 'newcomer', code: plugin('newcomer', 'usePluginId') },
  ])
  const browser = await openFirefox()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${shell.origin}/auth/login`)
    await page.waitForFunction(() => 'veteran' in window && 'newcomer' in window)
    const seen = await page.evaluate(() => {
      const at = (id: string): { readonly hook: unknown; readonly hasOld: boolean } => Reflect.get(window, id)
      const [veteran, newcomer] = [at('veteran'), at('newcomer')]
      return {
        isSameHook: typeof veteran.hook === 'function' && veteran.hook === newcomer.hook,
        hasOld: [veteran.hasOld, newcomer.hasOld],
      }
    })
    expect(seen).toEqual({ isSameHook: true, hasOld: [true, false] })
  } finally {
    await browser.close()
    await shell.stop()
  }
})
