import type { ClockService, DatabaseService, LogService } from '@spawnpoint/sdk/server'
import { addClicks } from './link-queries.ts'

interface CounterUses {
  readonly db: DatabaseService
  readonly clock: ClockService
  readonly log: LogService
}

interface Clicks {
  readonly count: number
  readonly last: Date
}

export interface ClickCounter {
  add(link: string): void
  /** Resolves when all clicks so far are stored. */
  flush(): Promise<void>
}

/** Counts behind the answer: clicks that come while others are being stored are stored together. */
export function createClickCounter({ db, clock, log }: CounterUses): ClickCounter {
  const waiting = new Map<string, Clicks>()
  let writing: Promise<void> | null = null

  const keep = (link: string, { count, last }: Clicks) => {
    const before = waiting.get(link)
    waiting.set(link, { count: (before?.count ?? 0) + count, last: before?.last ?? last })
  }

  const write = async (): Promise<void> => {
    for (const [link, clicks] of waiting) {
      waiting.delete(link)
      try {
        await addClicks(db.orm, link, clicks.count, clicks.last)
      } catch (error) {
        // They are stored with the next click.
        keep(link, clicks)
        log.warn({ err: error }, 'clicks of a redirect link could not be counted yet')
        return
      }
    }
  }

  const start = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  return {
    add(link) {
      waiting.set(link, { count: (waiting.get(link)?.count ?? 0) + 1, last: clock.now() })
      void start()
    },
    async flush() {
      await writing
      if (waiting.size > 0) await start()
    },
  }
}
