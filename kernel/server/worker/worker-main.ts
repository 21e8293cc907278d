import { MessagePort, workerData } from 'node:worker_threads'
import { serveHalf } from './worker-half.ts'

const port: unknown = workerData
if (!(port instanceof MessagePort)) throw new Error('this file is the start of a plugin’s worker thread')
serveHalf(port)
