import { ErrorPage } from './error-page.tsx'

const ForbiddenPage = () => <ErrorPage code="403" name="forbidden" />

export default ForbiddenPage
