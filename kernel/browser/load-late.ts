import { createDeferred } from './plugins/deferred.ts'

export const late = createDeferred(() => import('./late.ts'))

/** For what cannot do without: fetched again where it did not arrive. */
export const loadLate = async (): ReturnType<typeof late.load> => {
  try {
    return await late.load()
  } catch (error) {
    late.retry()
    throw error
  }
}
