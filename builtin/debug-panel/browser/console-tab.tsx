// A module of the manifest.
import { TraceTab } from './trace-tab.tsx'

const ConsoleTab = () => <TraceTab kind="console" />

export default ConsoleTab
