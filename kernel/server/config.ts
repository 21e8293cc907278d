/** Which proxies may say who called: none, all, a list of addresses, or the nearest few by count. */
export type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean)

/** The configuration of a process; the command that starts it reads it from the environment. */
export interface Config {
  /** Scheme, host and port that browsers use; the only origin whose writes are accepted. */
  readonly origin: string
  readonly secure: boolean
  readonly host: string
  readonly port: number
  /** Without it PostgreSQL does what Redis would. */
  readonly redisUrl: string | null
  readonly dataDir: string
  readonly trustProxy: ProxyTrust
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly jobConcurrency: number
  /** Seconds that a process goes on answering after it was told to stop, so that the proxy notices. */
  readonly stopDelay: number
}
