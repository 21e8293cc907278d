import type { PanelVersion } from './panel-versions.ts'

export interface UserRow {
  readonly id: number
  readonly uuid: string
  external_id: string | null
  username: string
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
}

export interface ServerRow {
  readonly id: number
  readonly uuid: string
  readonly egg: number
  readonly docker_image: string
  readonly startup: string
  readonly environment: Readonly<Record<string, string>>
  external_id: string | null
  name: string
  description: string | null
  user: number
  status: string | null
  limits: Readonly<Record<'memory' | 'swap' | 'disk' | 'io' | 'cpu', number>>
  feature_limits: Readonly<Record<'databases' | 'allocations' | 'backups', number>>
  allocation: number | null
}

export interface PanelRows {
  readonly users: UserRow[]
  readonly servers: ServerRow[]
  /** Ports of the one node, by the number of the server that has them. */
  readonly ports: Map<number, number | null>
}

export const item = (object: string, attributes: object) => ({ object, attributes })
export const list = (data: readonly unknown[]) => ({ object: 'list', data })

const times = { created_at: '2026-01-02T03:04:05+00:00', updated_at: '2026-01-02T03:04:05+00:00' }
const isPelican = ({ dialect }: PanelVersion) => dialect === 'pelican'

export const userRecord = (version: PanelVersion, row: UserRow) => {
  const { id, external_id, uuid, username, email, first_name, last_name } = row
  return item('user', {
    id,
    external_id,
    uuid,
    username,
    email,
    ...(isPelican(version)
      ? { is_managed_externally: false, '2fa_enabled': false }
      : { first_name, last_name }),
    language: 'en',
    root_admin: false,
    '2fa': false,
    ...times,
  })
}

export const portRecord = (id: number, server: number | null) =>
  item('allocation', {
    id,
    ip: '203.0.113.9',
    alias: id === 1 ? 'play.example.com' : null,
    port: 25_564 + id,
    notes: null,
    assigned: server !== null,
  })

export const locationRecord = () => item('location', { id: 1, short: 'fra', long: null, ...times })

export const nestRecord = () =>
  item('nest', {
    id: 1,
    uuid: '5a6b4b3e-0000-4000-8000-000000000001',
    author: 'support@example.com',
    name: 'Minecraft',
    description: null,
    ...times,
  })

export const nodeRecord = (version: PanelVersion, { servers }: PanelRows) => {
  const sum = (of: 'memory' | 'disk' | 'cpu') => servers.reduce((total, { limits }) => total + limits[of], 0)
  return item('node', {
    id: 1,
    uuid: '5a6b4b3e-0000-4000-8000-000000000002',
    public: true,
    name: 'fra-1',
    description: null,
    ...(!isPelican(version) && { location_id: 1 }),
    fqdn: 'node.example.com',
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory: 65_536,
    memory_overallocate: 0,
    disk: 500_000,
    disk_overallocate: -1,
    ...(isPelican(version) && { cpu: 1_600, cpu_overallocate: 0, tags: [], daemon_connect: 8080 }),
    upload_size: 100,
    daemon_listen: 8080,
    daemon_sftp: 2022,
    daemon_base: '/var/lib/volumes',
    ...times,
    allocated_resources: {
      memory: sum('memory'),
      disk: sum('disk'),
      ...(isPelican(version) && { cpu: sum('cpu') }),
    },
  })
}

const variableRecord = (version: PanelVersion) =>
  item('egg_variable', {
    id: 1,
    egg_id: 1,
    name: 'Server Jar File',
    description: 'The name of the file to run.',
    env_variable: 'SERVER_JARFILE',
    default_value: 'server.jar',
    user_viewable: true,
    user_editable: true,
    rules: isPelican(version) ? ['required', 'string', 'max:40'] : 'required|string|max:40',
    ...times,
  })

const image = 'ghcr.io/example/java:21'
const startup = 'java -jar {{SERVER_JARFILE}}'

export const eggRecord = (version: PanelVersion, withVariables: boolean) =>
  item('egg', {
    id: 1,
    uuid: '5a6b4b3e-0000-4000-8000-000000000003',
    name: 'Paper',
    ...(isPelican(version) ? { icon: null, features: [], tags: [] } : { nest: 1 }),
    author: 'support@example.com',
    description: 'A fast server.',
    docker_image: image,
    docker_images: { 'Java 21': image },
    config: {
      files: {},
      startup: { done: 'Done' },
      stop: 'stop',
      logs: [],
      file_denylist: [],
      extends: null,
    },
    startup,
    ...(version.startupCommands && { startup_commands: { Default: startup } }),
    script: { privileged: true, install: '', entry: 'bash', container: 'debian', extends: null },
    ...times,
    ...(withVariables && { relationships: { variables: list([variableRecord(version)]) } }),
  })

const relationshipsOf = (
  version: PanelVersion,
  rows: PanelRows,
  row: ServerRow,
  include: readonly string[],
) => {
  const owner = rows.users.find(({ id }) => id === row.user)
  const ports = [...rows.ports].filter(([, server]) => server === row.id)
  return {
    ...(include.includes('location') && { location: locationRecord() }),
    ...(include.includes('allocations') && {
      allocations: list(ports.map(([id, server]) => portRecord(id, server))),
    }),
    ...(include.includes('user') && owner && { user: userRecord(version, owner) }),
  }
}

export const serverRecord = (
  version: PanelVersion,
  rows: PanelRows,
  row: ServerRow,
  include: readonly string[],
) => {
  const { id, external_id, uuid, name, description, status, limits, feature_limits, user, allocation } = row
  return item('server', {
    id,
    external_id,
    uuid,
    identifier: uuid.slice(0, 8),
    name,
    description,
    status,
    suspended: status === 'suspended',
    limits: {
      ...limits,
      threads: null,
      oom_disabled: true,
      ...(isPelican(version) && { oom_killer: false }),
    },
    feature_limits,
    user,
    node: 1,
    allocation,
    ...(!isPelican(version) && { nest: 1 }),
    egg: row.egg,
    container: {
      startup_command: row.startup,
      image: row.docker_image,
      installed: status === 'installing' ? 0 : 1,
      // PHP writes an empty map as an empty list.
      environment: Object.keys(row.environment).length === 0 ? [] : row.environment,
    },
    ...times,
    ...(include.length > 0 && { relationships: relationshipsOf(version, rows, row, include) }),
  })
}
