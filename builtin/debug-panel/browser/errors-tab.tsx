// A module of the manifest.
import { TraceTab } from './trace-tab.tsx'

const ErrorsTab = () => <TraceTab kind="error" />

export default ErrorsTab
