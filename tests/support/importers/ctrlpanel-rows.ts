import { randomUUID } from 'node:crypto'
import type { Cell } from './write-source.ts'

/** The password of everybody in these sources, and its hash as PHP writes it. */
export const PASSWORD = 'a fine phrase'
export const HASH = '$2y$04$HZPM/TcCKFCmU3Fi3hBzWuufZJiqkI.VscSKCc3wDC7n9VNVqwQZq'

/** Names and addresses of one test, so that tests share a server. */
export const aSource = () => {
  const name = `s${randomUUID().slice(0, 8)}`
  const aUser = (id: number, over: Readonly<Record<string, Cell>> = {}) => ({
    id,
    name: `${name}-${id}`,
    credits: 250_000,
    pterodactyl_id: String(100 + id),
    email: `${id}@${name}.example.com`,
    email_verified_at: '2024-01-02 03:04:05',
    password: HASH,
    created_at: '2023-05-06 07:08:09',
    last_seen: '2026-01-02 03:04:05',
    ip: '203.0.113.5',
    suspended: 0,
    ...over,
  })
  return { name, aUser }
}

export const aTicket = (id: number, user: number, over: Readonly<Record<string, Cell>> = {}) => ({
  id,
  user_id: user,
  ticketcategory_id: 1,
  ticket_id: `T${id}`,
  title: `Ticket ${id}`,
  priority: 'High',
  message: 'It does not start.\r\nWhy?',
  status: 'Open',
  created_at: '2025-01-01 10:00:00',
  updated_at: '2025-01-03 10:00:00',
  ...over,
})

export const aComment = (id: number, ticket: number, user: number, text = `Comment ${id}`) => ({
  id,
  ticket_id: ticket,
  user_id: user,
  ticketcomment: text,
  created_at: `2025-01-02 10:00:0${id % 10}`,
})

export const aVoucher = (id: number, code: string, over: Readonly<Record<string, Cell>> = {}) => ({
  id,
  code,
  credits: 50_000,
  uses: 10,
  expires_at: null,
  ...over,
})
