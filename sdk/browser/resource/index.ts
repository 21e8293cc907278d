export { findResource, resourcePage } from './resource-page.tsx'
export { useResourceTexts, type ResourceTexts } from './resource-texts.ts'
export { defineResourceView, type ResourceView, type Row, type ViewRow } from './resource-view.ts'
