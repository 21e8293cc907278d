import type { DatabaseService, LogService, PageRedirectsService } from '@spawnpoint/sdk/server'
import type { ClickCounter } from './create-click-counter.ts'
import { findOpenLink } from './link-queries.ts'

const NAME = /^\/([a-z0-9-]{1,64})\/?$/

interface RedirectUses {
  readonly db: DatabaseService
  readonly log: LogService
  readonly counter: ClickCounter
}

export const createRedirects = ({ db, log, counter }: RedirectUses): PageRedirectsService => ({
  async find(path, isOpened) {
    const [, name] = NAME.exec(path.toLowerCase()) ?? []
    if (name === undefined) return null
    try {
      const link = await findOpenLink(db.orm, name)
      if (link && isOpened) counter.add(link.id)
      return link?.target ?? null
    } catch (error) {
      // Without the database the visitor still gets the page.
      log.warn({ err: error }, 'a redirect link could not be looked up')
      return null
    }
  },
})
