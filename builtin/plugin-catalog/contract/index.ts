export {
  catalogProblems,
  listCatalog,
  refreshCatalog,
  reviewFromCatalog,
  type CatalogItem,
  type CatalogView,
} from './endpoints.ts'
export { catalogSettings, readSources, type CatalogSource } from './settings.ts'
