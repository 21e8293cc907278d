import type { AuditEntry, AuditService } from '../services.ts'
import { turnPage, type Page } from './turn-page.ts'

/**
 * One page of the audit log, newest first.
 *
 * @example const { items, next, previous } = await readAuditPage(audit, { target: id }, query)
 */
export const readAuditPage = (
  audit: AuditService,
  which: Pick<Parameters<AuditService['list']>[0], 'actor' | 'target' | 'about'>,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<AuditEntry>> =>
  turnPage({
    sort: 'id',
    order: 'desc',
    idType: 'bigint',
    cursor,
    limit,
    read: ({ at, ascending, limit: most }) =>
      audit.list({
        ...which,
        ...(ascending ? { after: at?.id ?? '0' } : at && { before: at.id }),
        limit: most,
      }),
  })
