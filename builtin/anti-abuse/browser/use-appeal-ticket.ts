// Stands alone because it alone reaches for tickets, which may be switched off.
import { createTicket, listTickets, readTicketOptions } from '@spawnpoint/contracts/tickets'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'

/**
 * Opens a ticket with the person's appeal, in which staff can ask back, and answers its number. Null without tickets, and
 * where none can be opened: the appeal itself has reached staff already.
 */
export function useAppealTicket(): (title: string, text: string) => Promise<number | null> {
  const t = useT()
  const hasTickets = useOpenPath()('ticket-create') !== null
  const options = useEndpoint(readTicketOptions, {}, { enabled: hasTickets })
  const open = useAction(createTicket, { refreshes: [listTickets] })
  return async (title, text) => {
    if (!hasTickets || !options.data) return null
    const body = {
      departmentId: options.data.departments[0]?.id ?? null,
      serverId: null,
      withDiagnosis: false,
      subject: t('appeal.subject', { title }),
      body: text,
      files: [],
      requestKey: crypto.randomUUID(),
    }
    try {
      return (await open.mutateAsync({ body })).number
    } catch {
      // Too many open tickets, for example.
      return null
    }
  }
}
