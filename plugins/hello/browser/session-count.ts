import { createStore } from '@spawnpoint/sdk/browser'

/** Session answers that this tab has had since the page was opened; the boot module counts them. */
export const sessionCount = createStore(() => ({ answers: 0 }))
