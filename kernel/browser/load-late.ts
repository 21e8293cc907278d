import { createDeferred } from './plugins/deferred.ts'

export const late = createDeferred(() => import('./late.ts'))
