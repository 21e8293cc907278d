import { activeTracer, failureType } from '../../../sdk/server/spans.ts'

interface JobFacts {
  readonly plugin: string
  readonly job: string
  readonly attempt: number
  /** The end of the server cuts jobs off, which have not failed by that. */
  readonly stopping: AbortSignal
}

/** Measures the run of a job, as a trace of its own. */
export async function traceJob(
  { plugin, job, attempt, stopping }: JobFacts,
  run: () => Promise<void>,
): Promise<void> {
  const span = activeTracer()?.begin({
    name: `job ${plugin}/${job}`,
    kind: 'consumer',
    attributes: {
      'spawnpoint.plugin': plugin,
      'spawnpoint.job.name': job,
      'spawnpoint.job.attempt': attempt,
    },
  })
  if (!span) return run()
  try {
    await span.within(run)
    span.set({ 'spawnpoint.job.outcome': 'completed' })
  } catch (error) {
    span.set({ 'spawnpoint.job.outcome': stopping.aborted ? 'stopped' : 'failed' })
    if (!stopping.aborted) span.fail(failureType(error))
    throw error
  } finally {
    span.end()
  }
}
