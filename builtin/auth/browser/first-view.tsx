import { LoginForm } from './login-form.tsx'

const nothing = async () => {}

/** The log-in form inside the server's HTML; inert until the application replaces it. */
const FirstView = () => <LoginForm submit={nothing} inert />

export default FirstView
