import { showDialog } from '@spawnpoint/sdk/ui'
import { builtinModules } from 'virtual:builtin-modules'
import { firstPlugins, locales } from 'virtual:locales'
import { createKernel } from './create-kernel.ts'
import { createBrowserPlatform } from './platform/browser-platform.ts'
import { readPage } from './read-page.ts'
import { startUp } from './start-up.ts'
import { createSteps } from './start-up-steps.tsx'
import './shell/shell.css'

const page = readPage(document)

const kernel = createKernel({
  platform: createBrowserPlatform(window),
  chunks: locales,
  modules: {
    builtin: builtinModules,
    firstPlugins,
    isListed: (url) => page.listed.has(url),
    importModule: (url) => import(/* @vite-ignore */ url),
  },
  showDialog,
  // oxlint-disable-next-line no-console -- the console is where such failures are logged
  log: (sentence, error) => console.error(sentence, error),
})

await startUp(kernel, createSteps(window, kernel, page))
