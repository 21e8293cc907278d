import { rolePages } from './role-pages.tsx'

export default rolePages.EditPage
