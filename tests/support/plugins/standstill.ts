import { soak } from '../soak.ts'

/**
 * Code after which the thread of a worker does nothing more and answers nobody. The soak loops; the short form waits,
 * which looks the same from outside and leaves the processor to the other tests.
 */
export const standstill = soak('for (;;);', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')
