import type { readQueuedTicket } from '@spawnpoint/contracts/tickets'
import { useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Card, KeyValue, TextLink } from '@spawnpoint/sdk/ui'
import { StatusBadge } from './ticket-badges.tsx'

type Customer = ReplyOf<typeof readQueuedTicket>['customer']

/** The page of the customer, for those who may open it. */
const useCustomerPath = (id: string): string | null => {
  const openPath = useOpenPath()
  const list = openPath('users-list')
  return openPath('users-edit', { id }) ?? (list && `${list}?user=${id}`)
}

const Servers = ({ servers }: { servers: NonNullable<NonNullable<Customer>['servers']> }) => {
  const t = useT()
  if (servers.length === 0) return t('customer.noServers')
  return (
    <ul className="grid gap-1">
      {servers.map(({ id, name, status }) => (
        <li key={id} className="flex min-w-0 items-baseline justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="shrink-0 text-muted">{t(`diagnosis.status.${status}`)}</span>
        </li>
      ))}
    </ul>
  )
}

const Tickets = ({ tickets }: Pick<NonNullable<Customer>, 'tickets'>) => {
  const t = useT()
  const openPath = useOpenPath()
  if (tickets.length === 0) return t('customer.noTickets')
  return (
    <ul className="grid gap-2">
      {tickets.map(({ id, number, subject, status }) => (
        <li key={id} className="flex min-w-0 items-center justify-between gap-2">
          <span className="min-w-0 truncate">
            <TextLink to={openPath('queued-ticket', { id }) ?? ''}>#{number}</TextLink> {subject}
          </span>
          <StatusBadge status={status} view="desk" />
        </li>
      ))}
    </ul>
  )
}

const Known = ({ customer }: { customer: NonNullable<Customer> }) => {
  const t = useT()
  const format = useFormat()
  const to = useCustomerPath(customer.id)
  const { username, name, createdAt, balance, servers, tickets } = customer
  return (
    <KeyValue
      items={[
        { label: t('customer.username'), value: to ? <TextLink to={to}>{username}</TextLink> : username },
        { label: t('customer.name'), value: name },
        { label: t('customer.since'), value: format.date(createdAt) },
        ...(balance === null ? [] : [{ label: t('customer.balance'), value: format.number(balance) }]),
        ...(servers === null ? [] : [{ label: t('customer.servers'), value: <Servers servers={servers} /> }]),
        { label: t('customer.tickets'), value: <Tickets tickets={tickets} /> },
      ]}
    />
  )
}

/** The customer of a ticket, as far as the reader may know. */
export const CustomerCard = ({ customer }: { customer: Customer }) => {
  const t = useT()
  return (
    <Card title={t('columns.customer')}>
      {customer ? <Known customer={customer} /> : t('deletedAccount')}
    </Card>
  )
}
