import type {
  PanelAllocation,
  PanelCatalogue,
  PanelEgg,
  PanelEggVariable,
  PanelNode,
} from './panel-catalogue.ts'

const portsPerNode = 1000

const nodes: PanelNode[] = [
  {
    id: 1,
    location_id: 1,
    name: 'fra-1',
    fqdn: 'fra-1.example.com',
    memory: 262_144,
    disk: 4_194_304,
    public: true,
    tags: ['fra'],
  },
  {
    id: 2,
    location_id: 2,
    name: 'nyc-1',
    fqdn: 'nyc-1.example.com',
    memory: 262_144,
    disk: 4_194_304,
    public: true,
    tags: ['nyc'],
  },
]

// Documentation addresses (RFC 5737): nobody can mistake them for a live server.
const portsOf = (node: PanelNode): PanelAllocation[] =>
  Array.from({ length: portsPerNode }, (_, index) => ({
    id: (node.id - 1) * portsPerNode + index + 1,
    node: node.id,
    ip: `203.0.113.${node.id}`,
    alias: node.fqdn,
    port: 25_565 + index,
  }))

const variable = (
  name: string,
  env_variable: string,
  default_value: string,
  rules: string,
  description: string,
): PanelEggVariable => ({
  name,
  description,
  env_variable,
  default_value,
  user_viewable: true,
  user_editable: true,
  rules,
})

const java = {
  'Java 21': 'ghcr.io/pterodactyl/yolks:java_21',
  'Java 17': 'ghcr.io/pterodactyl/yolks:java_17',
  'Java 8': 'ghcr.io/pterodactyl/yolks:java_8',
}
const jarFile = variable(
  'Server Jar File',
  'SERVER_JARFILE',
  'server.jar',
  'required|string|max:40',
  'The jar file to run the server with.',
)
const javaStartup = 'java -Xms128M -XX:MaxRAMPercentage=95.0 -jar {{SERVER_JARFILE}}'

const eggs: PanelEgg[] = [
  {
    id: 1,
    nest: 1,
    name: 'Paper',
    description: 'High performance Minecraft server that runs Bukkit and Spigot plugins.',
    docker_images: java,
    startup: javaStartup,
    variables: [
      variable(
        'Minecraft Version',
        'MINECRAFT_VERSION',
        'latest',
        'nullable|string|max:20',
        'The version of Minecraft to install.',
      ),
      jarFile,
      variable(
        'Build Number',
        'BUILD_NUMBER',
        'latest',
        'required|string|max:20',
        'The build number of Paper.',
      ),
    ],
  },
  {
    id: 2,
    nest: 1,
    name: 'Vanilla Minecraft',
    description: 'Minecraft as its makers ship it.',
    docker_images: java,
    startup: javaStartup,
    variables: [
      jarFile,
      variable(
        'Server Version',
        'VANILLA_VERSION',
        'latest',
        'required|string|max:15',
        'The version of Minecraft to install.',
      ),
    ],
  },
  {
    id: 3,
    nest: 1,
    name: 'Forge Minecraft',
    description: 'Minecraft with mods made for Forge.',
    docker_images: java,
    startup: `${javaStartup} nogui`,
    variables: [
      jarFile,
      variable(
        'Minecraft Version',
        'MC_VERSION',
        'latest',
        'required|string|max:9',
        'The version of Minecraft to install Forge for.',
      ),
      variable(
        'Build Type',
        'BUILD_TYPE',
        'recommended',
        'required|string|in:recommended,latest',
        'Which Forge build to take.',
      ),
    ],
  },
  {
    id: 4,
    nest: 2,
    name: 'Counter-Strike 2',
    description: 'A dedicated Counter-Strike 2 server.',
    docker_images: { Sniper: 'ghcr.io/pterodactyl/games:source' },
    startup:
      './game/cs2.sh -dedicated +ip 0.0.0.0 -port {{SERVER_PORT}} +map {{SRCDS_MAP}} -maxplayers {{MAX_PLAYERS}}',
    variables: [
      variable('Map', 'SRCDS_MAP', 'de_dust2', 'required|string|max:50', 'The map to start with.'),
      variable(
        'Game Server Login Token',
        'STEAM_ACC',
        '',
        'nullable|string|max:32',
        'The Steam token of the server.',
      ),
      variable('Max Players', 'MAX_PLAYERS', '16', 'required|integer|max:64', 'How many players may join.'),
    ],
  },
  {
    id: 5,
    nest: 2,
    name: 'Rust',
    description: 'Survive among players on a procedural map.',
    docker_images: { Rust: 'ghcr.io/pterodactyl/games:rust' },
    startup:
      './RustDedicated -batchmode +server.port {{SERVER_PORT}} +server.hostname "{{HOSTNAME}}" +server.maxplayers {{MAX_PLAYERS}}',
    variables: [
      variable(
        'Server Name',
        'HOSTNAME',
        'A Rust Server',
        'required|string|max:60',
        'The name in the server list.',
      ),
      variable('Max Players', 'MAX_PLAYERS', '40', 'required|integer|max:500', 'How many players may join.'),
      variable('World Size', 'WORLD_SIZE', '3000', 'required|integer|max:6000', 'The edge of the map.'),
    ],
  },
]

export const seedCatalogue = (): PanelCatalogue =>
  structuredClone({
    locations: [
      { id: 1, short: 'fra', long: 'Frankfurt, Germany' },
      { id: 2, short: 'nyc', long: 'New York, United States' },
    ],
    nests: [
      { id: 1, name: 'Minecraft', description: 'Minecraft, vanilla and modded.' },
      { id: 2, name: 'Source Engine', description: 'Shooters and survival games installed by SteamCMD.' },
    ],
    nodes,
    allocations: nodes.flatMap(portsOf),
    eggs,
  })
