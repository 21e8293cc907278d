/** Each of them tells the process to end in order; a closed terminal sends the last. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
