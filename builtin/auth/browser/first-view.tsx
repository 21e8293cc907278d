import { LoginForm } from './login-form.tsx'

const nothing = async () => {}

/** What the server's HTML shows of the log-in page; inert until the application has taken its place. */
const FirstView = () => <LoginForm submit={nothing} inert />

export default FirstView
