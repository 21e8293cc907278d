import { defineDemo } from '@spawnpoint/sdk/server'
import { DemoPace } from './demo-panel.ts'

export const demo = defineDemo({
  uses: { panel: DemoPace },
  async fill({ panel }, stage) {
    // The servers that the demonstration starts with are built without waiting.
    await panel.pace(false)
    stage.plan(new Date(), () => panel.pace(true))
  },
})
