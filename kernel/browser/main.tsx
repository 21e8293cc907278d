import { builtinModules, loadAdminModules } from 'virtual:builtin-modules'
import { locales } from 'virtual:locales'
import { showDialog } from '../../sdk/ui/dialogs.ts'
import { createKernel } from './create-kernel.ts'
import { createBrowserPlatform } from './platform/browser-platform.ts'
import { createStartCount } from '../packages/browser/start-count.ts'
import { readPage } from './read-page.ts'
import { startUp } from './start-up.ts'
import { createSteps } from './start-up-steps.tsx'
import './shell/shell.css'

const page = await readPage(window)

const kernel = createKernel({
  platform: createBrowserPlatform(window),
  chunks: locales(page.fetchData),
  modules: {
    builtin: builtinModules,
    loadAdmin: loadAdminModules,
    isListed: (url) => page.listed.has(url),
    importModule: (url) => import(/* @vite-ignore */ url),
  },
  loadAdded: async (...kernelAndModules) => {
    const { createAddedPlugins } = await import('../packages/browser/added-plugins.ts')
    return createAddedPlugins(...kernelAndModules, window.document)
  },
  showDialog,
  // oxlint-disable-next-line no-console -- the console is where such failures are logged
  log: (sentence, error) => console.error(sentence, error),
})

const starts = createStartCount(kernel.platform)
window.addEventListener('pagehide', starts.left)
if (!starts.begin(page.plan)) await startUp(kernel, createSteps(window, kernel, page, starts))
