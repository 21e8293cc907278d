export { CAPABILITIES, CAPABILITY_PREFIXES, isCapability, reachOf, type Capability } from './capabilities.ts'
export {
  defineManifest,
  type Area,
  type Manifest,
  type ManifestCommand,
  type ManifestInput,
  type ManifestNav,
  type ManifestRoute,
  type ManifestSlot,
  type ManifestTab,
  type ManifestWidget,
} from './manifest.ts'
export { manifestSchema, moduleReferences, RESERVED_IDS } from './manifest-schema.ts'
export { createManifestJsonSchema } from './manifest-json-schema.ts'
export type { PermissionEntry } from './permission.ts'
