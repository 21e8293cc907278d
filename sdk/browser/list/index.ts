export { DataList, type DataListProps, type ListedPage, type ListedRow } from './data-list.tsx'
export { isNarrowed, toListQuery, useListState, type ListShape, type ListState } from './list-state.ts'
export type { ListFilter } from './list-toolbar.tsx'
export { Loaded, type LoadedQuery } from './loaded.tsx'
