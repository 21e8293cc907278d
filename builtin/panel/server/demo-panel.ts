import { defineService } from '@spawnpoint/sdk/common'
import type { PanelEmulator } from '@spawnpoint/sdk/panel-emulator'
import type { InstanceService } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

type DemoPanel = Pick<PanelEmulator, 'url' | 'apiKey' | 'clientKey' | 'fault' | 'clearFaults' | 'close'>

// About six seconds for a build, so that people see its steps.
const pace = [
  { kind: 'slow', ms: 1_500, method: 'GET', path: '/users' },
  { kind: 'slow', ms: 3_500, method: 'POST', path: '/servers' },
] as const

/** The demonstration panel in this process, started when it is first needed, and kept in the data folder. */
export const createDemoPanel = ({
  instance,
}: {
  readonly instance: Pick<InstanceService, 'dataDir' | 'demonstration'>
}) => {
  let starting: Promise<DemoPanel> | null = null
  let isPaced = instance.demonstration

  const keepPace = (panel: DemoPanel) => {
    panel.clearFaults()
    if (isPaced) for (const each of pace) panel.fault(each)
  }

  const start = async (): Promise<DemoPanel> => {
    // Loaded late: an instance with a real panel never reads the emulator's code.
    const { startPanelEmulator } = await import('@spawnpoint/sdk/panel-emulator')
    const panel = await startPanelEmulator({
      stateFile: join(instance.dataDir, 'demo-panel.json'),
      bootMs: 1_500,
    })
    keepPace(panel)
    return panel
  }

  return {
    get(): Promise<DemoPanel> {
      starting ??= start().catch((error: unknown) => {
        starting = null
        throw error
      })
      return starting
    },
    /** Whether the panel takes its time; it does in a demonstration. */
    async pace(on: boolean) {
      isPaced = on
      const panel = await starting?.catch(() => null)
      if (panel) keepPace(panel)
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

/** Sets the pace of the demonstration panel, for the plugin's part of the demonstration. */
export const DemoPace = defineService<Pick<DemoPanelHolder, 'pace'>>('panel.demo-pace')
