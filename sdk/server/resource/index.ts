export { asTransaction } from './as-transaction.ts'
export { createUsageChecks, type UsageChecks } from './usage-checks.ts'
export { createRowId, rowColumns } from './row-columns.ts'
export { serveResource, type RowValues, type ServedResource, type WriteContext } from './serve-resource.ts'
