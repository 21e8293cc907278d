import { createDeferred } from './plugins/deferred.ts'

export const late = createDeferred(() => import('./late.ts'))

/** Loads the chunk again if an earlier attempt failed. */
export const loadLate = async (): ReturnType<typeof late.load> => {
  try {
    return await late.load()
  } catch (error) {
    late.retry()
    throw error
  }
}
