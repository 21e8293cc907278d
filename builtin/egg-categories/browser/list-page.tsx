import { eggCategoryPages } from './egg-category-pages.ts'

export default eggCategoryPages.ListPage
