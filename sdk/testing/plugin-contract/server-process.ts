import { fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { ServerNews, ServerOrder } from './server-messages.ts'

const program = join(import.meta.dirname, `serve-plugin${extname(import.meta.filename)}`)

/** The real server with the plugin, in a process of its own. */
export async function startServerProcess(folder: string, config: Readonly<Record<string, unknown>>) {
  const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
  const child = fork(program, [folder, JSON.stringify(config)], {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  // No limit of its own: the server bounds what a plugin may take, and the rest depends on the machine.
  const next = () =>
    new Promise<ServerNews>((resolve, reject) => {
      const done = (news: ServerNews | Error) => {
        child.off('message', hear)
        child.off('exit', ended)
        if (news instanceof Error) reject(news)
        else if (news.kind === 'failed') reject(new Error(news.message))
        else resolve(news)
      }
      // Only the program above speaks here.
      const hear = (message: unknown) => done(message as ServerNews)
      const ended = (code: number | null) =>
        done(new Error(`The server of the test ended with ${code}.\n${said}`))
      child.on('message', hear)
      child.on('exit', ended)
    })
  // It stops its database and ends when nobody listens any more.
  const end = () => void (child.connected && child.disconnect())
  const ready = await next().catch((error: unknown) => {
    end()
    throw error
  })
  if (ready.kind !== 'ready') throw new Error('The server of the test did not say that it is ready.')
  return {
    ...ready,
    /** Has it carried out; answers what was left behind. */
    async tell(order: ServerOrder): Promise<readonly string[]> {
      const answer = next()
      child.send(order)
      const news = await answer
      return news.kind === 'done' ? news.left : []
    },
    end,
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
