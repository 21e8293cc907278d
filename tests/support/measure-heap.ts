import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// The flag gives new contexts, and only those, a way to it.
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap that are still in use, in megabytes. */
export async function measureHeap(): Promise<number> {
  // Objects held by promises are collected once those settle.
  for (let time = 0; time < 5; time += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed / 1024 / 1024
}
