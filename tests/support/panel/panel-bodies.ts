import { z } from 'zod'
import type { PanelVersion } from './panel-versions.ts'

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => z.int().min(least).max(most)
const id = whole(1)

const sizes = ({ leastIo }: PanelVersion) => ({
  limits: z.strictObject({
    memory: whole(0),
    swap: whole(-1),
    disk: whole(0),
    io: whole(leastIo, 1000),
    cpu: whole(0),
  }),
  feature_limits: z.strictObject({ databases: whole(0), allocations: whole(0), backups: whole(0) }),
})

const userBody = ({ dialect, longest }: PanelVersion) => {
  const text = z.string().min(1).max(longest)
  return z.strictObject({
    external_id: z.string().max(longest).nullable(),
    email: z.email().max(longest),
    username: text.regex(/^[a-z0-9]([\w.-]+)[a-z0-9]$/),
    password: z.string().optional(),
    // Pelican dropped the names of people.
    first_name: dialect === 'pterodactyl' ? text : z.never().optional(),
    last_name: dialect === 'pterodactyl' ? text : z.never().optional(),
  })
}

const newServer = (version: PanelVersion) => {
  const { dialect, longest, image } = version
  const deploy = z.strictObject({
    locations: z.array(id),
    dedicated_ip: z.boolean(),
    port_range: z.array(z.string()),
  })
  return z.strictObject({
    external_id: z.string().min(1).max(longest),
    name: z.string().min(1).max(longest),
    description: z.string().nullable(),
    user: id,
    egg: id,
    docker_image: z.string().min(1).max(longest).regex(image),
    startup: z.string().min(1),
    environment: z.record(z.string(), z.string()),
    ...sizes(version),
    ...(dialect === 'pterodactyl' ? { deploy } : { allocation: z.strictObject({ default: id }) }),
  })
}

/** The bodies that a version takes, with every field that we send and no other. */
export const bodiesOf = (version: PanelVersion) => ({
  user: userBody(version),
  newServer: newServer(version),
  build: z.strictObject({
    ...sizes(version),
    allocation: version.needsPort ? id : id.nullable(),
  }),
  details: z.strictObject({
    external_id: z.string().min(1).max(version.longest).nullable(),
    name: z.string().min(1).max(version.longest),
    user: id,
    description: z.string().nullable(),
  }),
})

export type PanelBodies = ReturnType<typeof bodiesOf>
