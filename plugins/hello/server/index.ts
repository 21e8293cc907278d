import { answer, Clock, defineServerPart } from '@spawnpoint/sdk/server'
import { greeting } from '../contract/index.ts'

export default defineServerPart({
  uses: { clock: Clock },
  setup({ clock }, host) {
    host.endpoint(
      greeting,
      answer(greeting, async () => ({ at: clock.now().toISOString() })),
    )
  },
})
