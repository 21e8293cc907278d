import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { moduleTables } from './builtin-modules.ts'
import { framePartsOf, homePartsOf, pagesOf } from './first-parts.ts'
import { createImportGraph, type ImportGraph } from './import-graph.ts'
import { loadOnce } from '../../sdk/package/build/load-module.ts'
import { readBuiltins, type Builtin } from './read-builtins.ts'

/** The façades would cut the libraries of every page into crumbs, which cost requests and compress badly. */
const libraries =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|tapable|zustand)[\\/]/
const query = /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/
/** The only other package that the first pages need; others stay in the chunk of their importer. */
const isIconPackage = (id: string) => id.includes('/node_modules/lucide-react/')

/** Vite adds it to whatever loads a chunk. */
const preloadHelper = '\0vite/preload-helper.js'

const firstView = 'kernel/browser/first-view.ts'

/** The menu, and with it what pages with server data need. */
const frame = 'kernel/browser/shell/shell-frame.tsx'

/** Each page with the menu loads them once it is idle. */
const messageHosts = ['sdk/ui/dialog-host.tsx', 'sdk/ui/toast-host.tsx']

/** The endpoints of a plugin that several pages call: a chunk for each set of pages would be many small ones. */
const sharedContracts = {
  debugName: 'contracts',
  name: (id: string) => /^\0contract:.*\/([\w-]+)\/contract\/index\.ts\?/.exec(id)?.[1],
  test: /^\0contract:/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

interface FirstVisits {
  /** The page's HTML, and what it loads. */
  readonly entry: readonly string[]
  readonly guestPages: readonly string[]
  /** Restores input from the server-rendered log-in form. */
  readonly firstView: string
  readonly frameParts: readonly string[]
  readonly memberPages: readonly string[]
  isPlugin(id: string): boolean
}

/**
 * Module → chunk. `kernel` holds the code of every page, `login` the plugin's code of the log-in page, `form` the fields
 * of the kit that it uses, `frame` the menu, the parts around the pages and what they share with pages, `home` the code
 * of plugins on the first page after it.
 */
export function assignChunks(graph: ImportGraph, visits: FirstVisits): ReadonlyMap<string, string> {
  const chunks = new Map([
    [preloadHelper, 'kernel'],
    [moduleTables.frame, 'frame'],
    [moduleTables.home, 'home'],
  ])
  const assign = (roots: readonly string[], nameOf: (id: string, isOwn: boolean) => string | null) => {
    for (const id of graph.reach(roots)) {
      // Separately loaded modules keep their own chunk, above all the entry: it awaits the pages it loads, so none
      // of them may wait for it.
      if (chunks.has(id) || roots.includes(id) || id.startsWith('\0virtual:')) continue
      const name = nameOf(id, visits.isPlugin(id))
      if (name !== null) chunks.set(id, name)
    }
  }
  assign(visits.entry, (_, isOwn) => (isOwn ? null : 'kernel'))
  const later = graph.reach([...visits.frameParts, ...visits.memberPages])
  // The later pages share some of this with the log-in page, and need neither its chunk nor the fields of a form.
  assign(visits.guestPages, (id, isOwn) => {
    if (later.has(id)) return 'kernel'
    return isOwn ? 'login' : 'form'
  })
  // Nothing awaits these while it starts, so they need no chunk of their own.
  for (const page of visits.memberPages) if (visits.isPlugin(page)) chunks.set(page, 'home')
  for (const page of [...visits.guestPages, visits.firstView]) chunks.set(page, 'login')
  for (const part of visits.frameParts) chunks.set(part, 'frame')
  assign(visits.frameParts, () => 'frame')
  assign(visits.memberPages, (_, isOwn) => (isOwn ? 'home' : 'frame'))
  return chunks
}

/** Puts the modules of a first visit into few chunks: many small ones cost requests and compress badly. */
export function chunkGroups({ root }: { readonly root: string }): Plugin {
  const at = (file: string) => normalizePath(join(root, file))
  const page = at('index.html')
  const entry = [page]
  let graph = createImportGraph({ isPackage: isIconPackage })
  let builtins: readonly Builtin[] = []
  let chunks: ReadonlyMap<string, string> | null = null
  const findChunk = (id: string): string | undefined => {
    chunks ??= assignChunks(graph, {
      entry,
      guestPages: pagesOf(builtins, 'login'),
      firstView: at(firstView),
      frameParts: [...framePartsOf(builtins), ...messageHosts.map(at)],
      memberPages: [at(frame), ...homePartsOf(builtins)],
      isPlugin: (each) => each.startsWith(at('builtin/')) || each.startsWith('\0contract:'),
    })
    return chunks.get(id)
  }
  const firstVisit = (name: string) => ({
    name,
    test: (id: string) => findChunk(id) === name,
    // They are complete by themselves; the bundler's own search would follow every file that only passes names on.
    includeDependenciesRecursively: false,
  })
  const groups = [
    { name: 'libraries', test: libraries },
    { name: 'query', test: query },
    ...['kernel', 'login', 'form', 'frame', 'home'].map(firstVisit),
    sharedContracts,
  ]
  return {
    name: 'spawnpoint:chunk-groups',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    async buildStart() {
      chunks = null
      graph = createImportGraph({ isPackage: isIconPackage })
      builtins = await readBuiltins(root, loadOnce)
    },
    transform: {
      // Last of all: what is TypeScript and JSX before has become the imports that remain.
      order: 'post',
      filter: { id: { exclude: [/\/node_modules\//, /\.(css|svg)(\?|$)/] } },
      async handler(code, id) {
        const resolve = async (request: string) => (await this.resolve(request, id))?.id ?? null
        await graph.add(id, code, resolve)
        if (id === page) entry.splice(1, Infinity, ...graph.importsOf(id))
      },
    },
  }
}
