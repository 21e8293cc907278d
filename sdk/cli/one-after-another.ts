/** Does work each time it is asked for, never twice at once; what is asked for meanwhile is done once, afterwards. */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWanted = false

  async function run() {
    try {
      while (isWanted) {
        isWanted = false
        await work()
      }
    } finally {
      running = null
    }
  }

  return () => {
    isWanted = true
    running ??= run()
    return running
  }
}
