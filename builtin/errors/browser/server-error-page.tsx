import { ErrorPage } from './error-page.tsx'

const ServerErrorPage = () => <ErrorPage code="500" name="serverError" />

export default ServerErrorPage
