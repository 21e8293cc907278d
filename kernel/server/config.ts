/** Which proxies may say who called: none, all, a list of addresses, or the nearest few by count. */
export type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean)

/** The configuration of a process; `kernel/cli` reads it from the environment. */
export interface Config {
  /** Scheme, host and port that browsers use; the only origin whose writes are accepted. */
  readonly origin: string
  readonly secure: boolean
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | null
  /** How many connections the pool of this process opens at most. */
  readonly databasePool: number
  /** Without it PostgreSQL does what Redis would. */
  readonly redisUrl: string | null
  readonly dataDir: string
  /** Folder plugins, built; null for the one of the checkout. */
  readonly pluginsDir: string | null
  readonly secretKey: string | null
  readonly trustProxy: ProxyTrust
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly metricsToken: string | null
  readonly jobConcurrency: number
  /** Seconds that a start waits for the database and Redis. */
  readonly startWait: number
  /** Seconds that a process goes on answering after it was told to stop, so that the proxy notices. */
  readonly stopDelay: number
  /** Takes plugins that somebody on this machine is writing. */
  readonly pluginDev: boolean
}
