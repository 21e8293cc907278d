export { compareTable, type RunQuery } from './compare-table.ts'
export { sampleBody } from './sample-body.ts'
export { testResource, type TestResourceOptions } from './test-resource.ts'
