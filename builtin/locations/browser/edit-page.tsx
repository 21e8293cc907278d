import { locationPages } from './location-pages.ts'

export default locationPages.EditPage
