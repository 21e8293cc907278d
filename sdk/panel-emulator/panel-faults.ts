import { z } from 'zod'

const aim = {
  /** How many calls it hits; without it, every call until it is lifted. */
  times: z.int().min(1).optional(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** Part of the path, for instance `/servers`; with a `$` behind it, the end of the path. */
  path: z.string().optional(),
}

export const panelFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('down'), ...aim }),
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(0), ...aim }),
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional(), ...aim }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfter: z.union([z.int().min(0), z.string()]).optional(),
    ...aim,
  }),
  z.strictObject({ kind: z.literal('redirect'), location: z.string(), ...aim }),
  z.strictObject({ kind: z.literal('empty'), ...aim }),
  z.strictObject({ kind: z.literal('wrong-json'), ...aim }),
  z.strictObject({ kind: z.literal('cut-after'), ...aim }),
  // Half of the answer comes, then the connection ends.
  z.strictObject({ kind: z.literal('half'), ...aim }),
  z.strictObject({ kind: z.literal('huge'), ...aim }),
])

/** A fault to inject into matching calls. @example { kind: 'cut-after', method: 'POST', path: '/servers', times: 1 } */
export type PanelFault = z.infer<typeof panelFault>

export const createFaults = () => {
  let active: { fault: PanelFault; left: number }[] = []
  const isOn = (path: string, { path: part = '' }: PanelFault) =>
    part.endsWith('$') ? path.endsWith(part.slice(0, -1)) : path.includes(part)
  const hits = (fault: PanelFault, method: string, path: string) =>
    (!fault.method || fault.method === method) && isOn(path, fault)

  return {
    add(fault: PanelFault) {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY }
      active.push(entry)
      return () => {
        active = active.filter((candidate) => candidate !== entry)
      }
    },
    /** The faults that this call meets; each of them has one call less to hit afterwards. */
    take(method: string, path: string): PanelFault[] {
      const met = active.filter(({ fault }) => hits(fault, method, path))
      for (const entry of met) entry.left -= 1
      active = active.filter(({ left }) => left > 0)
      return met.map(({ fault }) => fault)
    },
    clear() {
      active = []
    },
    list: () => active.map(({ fault }) => fault),
  }
}

export type PanelFaults = ReturnType<typeof createFaults>
