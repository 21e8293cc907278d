import { MessagePort, workerData } from 'node:worker_threads'
import { setSourceMapsSupport } from 'node:module'
import { lightenModules } from './light-modules.ts'

// Passed by worker-thread.ts; the port is checked below.
const { port, compileCache } = workerData as { readonly port: unknown; readonly compileCache: string | null }
if (!(port instanceof MessagePort)) throw new Error('this file is the start of a plugin’s worker thread')
// The thread is in the product's process, which a signal to this number would end.
const kill = process.kill
process.kill = (pid, signal) => {
  if (pid === process.pid || pid <= 0)
    throw new Error('E_EXIT: a plugin may not call process.kill; throw an error instead')
  return kill.call(process, pid, signal)
}
lightenModules(compileCache)
// Stacks name the files of the author where the package has maps, as those of `dev` do.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
const { serveModule } = await import('./worker-module.ts')
serveModule(port)
