export type { FormFieldDeclaration, ResourcePagesOptions, ResourceView, Row } from './resource-view.ts'
export { resourcePages, type ResourcePages } from './resource-pages.tsx'
export { useResourceWords, type ResourceWords } from './resource-words.ts'
