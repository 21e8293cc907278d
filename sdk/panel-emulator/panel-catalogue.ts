export type PanelLocation = { id: number; short: string; long: string }
export type PanelNest = { id: number; name: string; description: string }
export type PanelNode = {
  id: number
  location_id: number
  name: string
  fqdn: string
  memory: number
  disk: number
  public: boolean
  tags: string[]
}
export type PanelAllocation = { id: number; node: number; ip: string; alias: string | null; port: number }
export type PanelEggVariable = {
  name: string
  description: string
  env_variable: string
  default_value: string
  user_viewable: boolean
  user_editable: boolean
  /** Laravel rules, separated by `|`. */
  rules: string
}
export type PanelEgg = {
  id: number
  nest: number
  name: string
  description: string
  docker_images: Record<string, string>
  startup: string
  variables: PanelEggVariable[]
}

export type PanelCatalogue = {
  locations: PanelLocation[]
  nests: PanelNest[]
  nodes: PanelNode[]
  allocations: PanelAllocation[]
  eggs: PanelEgg[]
}

export const emptyCatalogue = (): PanelCatalogue => ({
  locations: [],
  nests: [],
  nodes: [],
  allocations: [],
  eggs: [],
})
