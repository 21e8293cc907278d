import { ConfigurationError } from '../server/configuration-error.ts'

const advice: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) =>
    `${at} is taken: stop what listens there, or choose another port with PORT, and in APP_URL where that is set.`,
  EACCES: (at) => `The server may not listen on ${at}: choose a port above 1023 with PORT.`,
  EADDRNOTAVAIL: (at) => `This machine has no address for ${at}: choose another with HOST.`,
  ENOTFOUND: (at) => `This machine has no address for ${at}: choose another with HOST.`,
}

const isListenError = (error: unknown, host: string): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || ('hostname' in error && error.hostname === host))

/** A start that could not take its address fails with one sentence; any other error stays as it is. */
export function explainListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!isListenError(error, host)) return error
  const at = `${host}:${port}`
  const explain = advice[error.code ?? '']
  const otherwise = `The server cannot listen on ${at} (${error.code}): choose another address with HOST, another port with PORT.`
  return new ConfigurationError(explain ? explain(at) : otherwise)
}
