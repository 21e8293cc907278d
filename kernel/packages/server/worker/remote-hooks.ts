import type { DisposeCause, HookBus, RequestFacts, ServerHooks, SessionGroup } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const hookSpec = z.object({
  name: z.enum(['onRequest', 'beforeReply', 'describeSession', 'dispose']),
  stage: z.number().optional(),
  before: z.union([z.string(), z.array(z.string())]).optional(),
})
const headers = z.array(z.tuple([z.string(), z.string()]))
const entries = z.array(z.tuple([z.enum(['user_info', 'billing', 'stats']), z.string(), z.unknown()]))

/** Taps a hook in the main thread for a worker: data travels there and back, and is applied here. */
export function tapForWorker(
  hooks: HookBus<ServerHooks>,
  spec: unknown,
  run: (input: unknown) => Promise<unknown>,
): void {
  const { name, stage, before } = hookSpec.parse(spec)
  const options = { ...(stage === undefined ? {} : { stage }), ...(before === undefined ? {} : { before }) }
  if (name === 'onRequest') hooks.on(name, async (request) => void (await run(request)), options)
  if (name === 'dispose')
    hooks.on(name, async (plugin, cause) => void (await run({ plugin, cause })), options)
  if (name === 'beforeReply')
    hooks.on(
      name,
      async ({ request, status, addHeader }) => {
        for (const [header, value] of headers.parse(await run({ request, status }))) addHeader(header, value)
      },
      options,
    )
  if (name === 'describeSession')
    hooks.on(
      name,
      async ({ userId, add }) => {
        for (const [group, key, value] of entries.parse(await run({ userId }))) add(group, key, value)
      },
      options,
    )
}

type Tap<N extends keyof ServerHooks> = (...args: ServerHooks[N]['args']) => unknown

/** Runs a worker's tap with the data that came, and answers with what it added. */
export const runWorkerTap: {
  readonly [N in keyof ServerHooks]: (tap: Tap<N>, input: never) => Promise<unknown>
} = {
  onRequest: async (tap, request: RequestFacts) => void (await tap(request)),
  dispose: async (tap, { plugin, cause }: { plugin: string; cause: DisposeCause }) =>
    void (await tap(plugin, cause)),
  async beforeReply(tap, facts: { request: RequestFacts; status: number }) {
    const added: [string, string][] = []
    await tap({ ...facts, addHeader: (name, value) => void added.push([name, value]) })
    return added
  },
  async describeSession(tap, { userId }: { userId: string }) {
    const added: [SessionGroup, string, unknown][] = []
    await tap({ userId, add: (group, key, value) => void added.push([group, key, value]) })
    return added
  },
}
