import { eggPages } from './egg-pages.ts'

export default eggPages.ListPage
