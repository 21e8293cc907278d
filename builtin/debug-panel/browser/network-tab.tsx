// A module of the manifest.
import { TraceTab } from './trace-tab.tsx'

const NetworkTab = () => <TraceTab kind="network" />

export default NetworkTab
