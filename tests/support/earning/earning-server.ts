// The product in a process of its own, for a test that kills it while people earn. Its clock stands until it is set.
import { LinkProviders } from '@spawnpoint/contracts/links'
import { z } from 'zod'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { openControlPort } from '../bank/control-port.ts'
import { createVisitors } from '../server/sign-in.ts'
import { linkRules } from './earning-rules.ts'

let now = Number(process.env['EARNING_CLOCK'])
const server = await startServer({
  config: readConfig(process.env),
  clock: { now: () => new Date(now) },
})
const { core } = server
const visitors = createVisitors(server)

// Its links lead right back.
core.services.find(LinkProviders)?.add({
  id: 'inhouse',
  name: 'In-house',
  rules: () => linkRules,
  createLink: async (target) => `https://short.example/${encodeURIComponent(target)}`,
})

const time = z.object({ now: z.number() })
const visit = z.object({ permissions: z.array(z.string()).optional() })
const settings = z.record(z.string(), z.unknown())

await openControlPort(server, {
  '/clock': async (body) => void ({ now } = time.parse(body)),
  '/settings': (body) => core.settings.write(settings.parse(body)),
  '/visitors': async (body) => {
    const { permissions } = visit.parse(body)
    const { person, cookie } = await visitors.signIn(permissions ? { permissions } : {})
    return { id: person.id, cookie }
  },
})
