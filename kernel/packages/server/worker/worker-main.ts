import { MessagePort, workerData } from 'node:worker_threads'
import { lightenModules } from './light-modules.ts'

// Passed by worker-thread.ts; the port is checked below.
const { port, compileCache } = workerData as { readonly port: unknown; readonly compileCache: string | null }
if (!(port instanceof MessagePort)) throw new Error('this file is the start of a plugin’s worker thread')
lightenModules(compileCache)
const { serveModule } = await import('./worker-module.ts')
serveModule(port)
