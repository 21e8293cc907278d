import type { AdminCommand, HealthReport, InstanceService } from '@spawnpoint/sdk/server'

type Line = HealthReport & { readonly name: string }

const marks = { healthy: 'ok', warning: 'warning', unhealthy: 'UNHEALTHY' } as const
const order = { unhealthy: 0, warning: 1, healthy: 2 } as const

const say = ({ status, name, detail, todo }: Line) => {
  const line = `${marks[status].padEnd(9)}  ${name.padEnd(12)}  ${detail}`
  return todo ? `${line}\n${' '.repeat(25)}What to do: ${todo}` : line
}

/** `npm run health`: the same lines as the page, for a terminal or a monitor. */
export const healthCommand = (instance: Pick<InstanceService, 'health'>): AdminCommand => ({
  summary: 'say how the product and all that it needs are; exit code 1 when something is unhealthy',
  arguments: [],
  options: [{ name: 'strict', summary: 'end with exit code 1 when there are warnings too' }],
  async run(_given, { strict } = {}) {
    const lines = await instance.health()
    const sorted = lines.toSorted((one, other) => order[one.status] - order[other.status])
    return {
      text: sorted.map(say).join('\n'),
      failed: lines.some(({ status }) => status === 'unhealthy' || (strict === true && status === 'warning')),
    }
  },
})
