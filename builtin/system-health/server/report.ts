import type { HealthReport } from '@spawnpoint/sdk/server'

const GIB = 1024 ** 3

/** Bytes in GB as the interface counts them, with one digit. */
export const gigabytes = (bytes: number): number => Math.round((bytes / GIB) * 10) / 10

export const healthy = (code: string, values: HealthReport['values'], detail: string): HealthReport => ({
  status: 'healthy',
  code,
  detail,
  ...(values ? { values } : {}),
})

/** A report of something that is not well, with what the operator can do about it. */
export const trouble = (
  status: 'warning' | 'unhealthy',
  code: string,
  values: NonNullable<HealthReport['values']>,
  says: { readonly detail: string; readonly todo: string },
): HealthReport => ({ status, code, values, ...says })
