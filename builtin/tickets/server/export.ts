import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { isReadBy } from './is-read-by.ts'
import { attachment, compensation, event, message, savedView, ticket } from './tables.ts'

const fileNames = sql`(select coalesce(json_agg(${attachment.name} order by ${attachment.id}), '[]')
  from ${attachment} where ${attachment.messageId} = ${message.id})`

/** Tickets with everything that was written in them; of files only the names. */
export const ticketsExport = provideExports('tickets', [
  {
    name: 'tickets',
    about: 'Tickets of customers.',
    version: 1,
    table: ticket,
    key: [ticket.id],
    personal: { rows: ticket.owner, omit: ['assignee'] },
    columns: {
      id: exported(ticket.id),
      number: exported(ticket.number),
      owner: exported(ticket.owner, 'Id in `users`.'),
      departmentId: exported(ticket.departmentId, 'Id in `departments`.'),
      serverId: exported(ticket.serverId, 'Id in `servers`.'),
      serverName: exported(ticket.serverName),
      previousId: exported(ticket.previousId, 'The ticket that it follows.'),
      subject: exported(ticket.subject),
      priority: exported(ticket.priority),
      status: exported(ticket.status),
      assignee: exported(ticket.assignee, 'Id in `users`.'),
      rating: exported(ticket.rating),
      ratedAt: exported(ticket.ratedAt),
      ratingComment: exported(ticket.ratingComment),
      snoozedUntil: exported(ticket.snoozedUntil),
      mergedInto: exported(ticket.mergedInto, 'The ticket that has its messages now.'),
      version: exported(ticket.version, 'Rises with each change.'),
      createdAt: exported(ticket.createdAt),
      updatedAt: exported(ticket.updatedAt),
      closedAt: exported(ticket.closedAt),
    },
  },
  {
    name: 'ticket-messages',
    about: 'Messages of tickets with the names of their files.',
    version: 1,
    table: message,
    key: [message.id],
    personal: { rows: isReadBy, omit: ['internal'] },
    columns: {
      id: exported(message.id),
      ticketId: exported(message.ticketId, 'Id in `tickets`.'),
      author: exported(message.author, 'Id in `users`; null where a plugin wrote in its own name.'),
      plugin: exported(message.plugin),
      staff: exported(message.staff),
      internal: exported(message.internal, 'A note that customers do not see.'),
      body: exported(message.body),
      files: exported(fileNames, 'Names of the files.', 'list of texts'),
      createdAt: exported(message.createdAt),
    },
  },
  {
    name: 'ticket-files',
    about: 'Files of tickets, without their content.',
    version: 1,
    table: attachment,
    key: [attachment.id],
    personal: {
      rows: (user) =>
        sql`${attachment.messageId} in (select ${message.id} from ${message} where ${isReadBy(user)})`,
    },
    columns: {
      id: exported(attachment.id),
      owner: exported(attachment.owner, 'Id in `users`.'),
      ticketId: exported(attachment.ticketId, 'Id in `tickets`; null for a file that was not sent.'),
      messageId: exported(attachment.messageId, 'Id in `ticket-messages`.'),
      name: exported(attachment.name),
      kind: exported(attachment.kind),
      bytes: exported(attachment.bytes),
      createdAt: exported(attachment.createdAt),
    },
  },
  {
    name: 'ticket-events',
    about: 'Changes of tickets: status, priority, department, assignee.',
    version: 1,
    table: event,
    key: [event.id],
    columns: {
      id: exported(event.id),
      ticketId: exported(event.ticketId, 'Id in `tickets`.'),
      actor: exported(event.actor, 'Id in `users`.'),
      kind: exported(event.kind),
      before: exported(event.before),
      after: exported(event.after),
      at: exported(event.at),
    },
  },
  {
    name: 'ticket-compensations',
    about: 'Coins and days that staff gave in a ticket.',
    version: 1,
    table: compensation,
    key: [compensation.id],
    personal: {
      rows: (user) =>
        sql`${compensation.messageId} in (select ${message.id} from ${message} where ${isReadBy(user)})`,
      omit: ['actor'],
    },
    columns: {
      id: exported(compensation.id),
      messageId: exported(compensation.messageId, 'Id in `ticket-messages`.'),
      actor: exported(compensation.actor, 'Id in `users`.'),
      coins: exported(compensation.coins),
      days: exported(compensation.days),
      serverId: exported(compensation.serverId, 'Id in `servers`.'),
      serverName: exported(compensation.serverName),
      createdAt: exported(compensation.createdAt),
    },
  },
  {
    name: 'ticket-views',
    about: 'Searches of the list of tickets that staff saved.',
    version: 1,
    table: savedView,
    key: [savedView.id],
    personal: { rows: savedView.owner },
    columns: {
      id: exported(savedView.id),
      owner: exported(savedView.owner, 'Id in `users`.'),
      name: exported(savedView.name),
      search: exported(savedView.search),
      filter: exported(savedView.filter),
      shared: exported(savedView.shared),
      createdAt: exported(savedView.createdAt),
    },
  },
])
