/** Where pages with added plugins hear of each new plan. */
export const PLAN_STREAM_PATH = '/api/system/plan/stream'
