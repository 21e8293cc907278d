import { ErrorPage } from './error-page.tsx'

const NotFoundPage = () => <ErrorPage code="404" name="notFound" />

export default NotFoundPage
