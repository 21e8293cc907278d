import { ticketPriorities, ticketStatuses } from '@spawnpoint/contracts/tickets'

const searchedStatuses = [...ticketStatuses, 'any', 'snoozed'] as const

/** A search taken apart: filter words such as `is:open` or `from:priya`, and the words that are left. */
export interface SearchWords {
  readonly status: (typeof searchedStatuses)[number] | null
  readonly priority: (typeof ticketPriorities)[number] | null
  readonly department: string | null
  readonly from: string | null
  readonly number: number | null
  readonly text: string
}

const pattern = /(?:^|\s)(is|priority|dept|from):("[^"]*"|\S+)/gi

const oneOf = <T extends string>(values: readonly T[], word: string | undefined): T | null =>
  values.find((value) => value === word?.toLowerCase()) ?? null

export function readSearchWords(search: string): SearchWords {
  const found = new Map<string, string>()
  const rest = search.replaceAll(pattern, (_whole, key: string, value: string) => {
    found.set(key.toLowerCase(), value.replaceAll('"', ''))
    return ' '
  })
  const text = rest.trim().replaceAll(/\s+/g, ' ')
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  return {
    status: oneOf(searchedStatuses, found.get('is')),
    priority: oneOf(ticketPriorities, found.get('priority')),
    department: found.get('dept') ?? null,
    from: found.get('from') ?? null,
    number: number === undefined ? null : Number(number),
    text: number === undefined ? text : '',
  }
}
