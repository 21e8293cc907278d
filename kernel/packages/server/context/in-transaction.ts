import type { PluginTransaction } from '@spawnpoint/sdk/server'

export interface AddedJob {
  readonly plugin: string
  readonly name: string
  readonly payload: unknown
  readonly maxAttempts: number
  readonly runAt?: Date | undefined
  readonly key?: string | undefined
}

// A role without rights on the queue and the outbox reaches them through the kernel's functions only.
export async function addJobIn(tx: PluginTransaction, job: AddedJob): Promise<void> {
  const payload = JSON.stringify(job.payload ?? null)
  await tx.sql`select kernel.plugin_add_job(${job.plugin}, ${job.name}, ${payload},
    ${job.maxAttempts}::int, ${job.runAt?.toISOString()}::timestamptz, ${job.key})`
}

export async function emitIn(
  tx: PluginTransaction,
  event: { readonly plugin: string; readonly name: string; readonly payload: unknown },
): Promise<void> {
  await tx.sql`select kernel.plugin_emit(${event.plugin}, ${event.name}, ${JSON.stringify(event.payload)})`
}
