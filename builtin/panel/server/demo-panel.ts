import { defineService } from '@spawnpoint/sdk/common'
import type { InstanceService } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

type DemoPanel = { readonly url: string; readonly apiKey: string; close(): Promise<void> }

/** The demonstration panel in this process, started when it is first needed, and kept in the data folder. */
export const createDemoPanel = ({ instance }: { readonly instance: Pick<InstanceService, 'dataDir'> }) => {
  let starting: Promise<DemoPanel> | null = null

  const start = async (): Promise<DemoPanel> => {
    // Loaded late: an instance with a real panel never reads the emulator's code.
    const { startPanelEmulator } = await import('@spawnpoint/sdk/panel-emulator')
    return startPanelEmulator({ stateFile: join(instance.dataDir, 'demo-panel.json') })
  }

  return {
    get(): Promise<DemoPanel> {
      starting ??= start().catch((error: unknown) => {
        starting = null
        throw error
      })
      return starting
    },
    async close() {
      const running = await starting?.catch(() => null)
      starting = null
      await running?.close()
    },
  }
}

export type DemoPanelHolder = ReturnType<typeof createDemoPanel>

export const DemoPanelHolder = defineService<DemoPanelHolder>('panel.demo-panel')
