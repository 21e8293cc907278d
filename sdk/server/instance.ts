import { defineService } from '@spawnpoint/sdk/common'
import type { HealthReport } from './services.ts'

/** Facts about the instance, for pages that show them. @example instance.origin // 'https://dash.example.com' */
export interface InstanceService {
  readonly origin: string
  /** Why the access check of the page lets nobody in at `origin`; null where people can open it. */
  readonly addressProblem: string | null
  readonly version: string
  readonly startedAt: Date
  readonly dataDir: string
  readonly production: boolean
  readonly databaseKind: 'embedded' | 'external'
  /** Started by `npm run demo`, which brings people of its own. */
  readonly demonstration: boolean
  /** Set up for an operator's command only: the product itself may run beside it. */
  readonly standBy: boolean
  /** A command as the operator types it here: `admin list-plugins` is `npm run admin -- list-plugins` in a checkout. */
  command(words: string): string
  health(): Promise<readonly (HealthReport & { readonly name: string; readonly plugin: string })[]>
}

/** The token of {@link InstanceService}. @example definePluginServer(builtin, { uses: { instance: Instance }, setup: ({ instance }) => console.log(instance.version) }) */
export const Instance = defineService<InstanceService>('kernel.instance')
