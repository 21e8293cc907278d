// A module of the manifest.
import { TraceTab } from './trace-tab.tsx'

const PluginsTab = () => <TraceTab kind="hook" />

export default PluginsTab
