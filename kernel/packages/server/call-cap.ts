import { kernelFailure } from '../../server/http/failure.ts'

/** Lets so many calls run at once; the next one is refused right away, for a queue would only hide the trouble. */
export function createCallCap(most: number) {
  let inFlight = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (inFlight >= most) throw kernelFailure('UNAVAILABLE')
    inFlight += 1
    try {
      return await run()
    } finally {
      inFlight -= 1
    }
  }
}
