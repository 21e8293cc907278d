import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { contains } from './contains.ts'

const written = (search: string) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(contains(sql`name`, search))
  return { text, params }
}

it('asks for the rare word of a search first, through whose rows the index then goes', () => {
  expect(written('Survival 71cb18')).toEqual({
    text: '(name ilike $1 and name ilike $2)',
    params: ['%71cb18%', '%Survival 71cb18%'],
  })
  expect(written('yusuf_e4da3b7fbb').params).toEqual(['%e4da3b7fbb%', String.raw`%yusuf\_e4da3b7fbb%`])
})

it.each(['skyblock', '71cb18', 'my server', 'a 1', '', '100%', '_'])('asks for %j as it stands', (search) => {
  const { text, params } = written(search)
  expect(text).toBe('name ilike $1')
  expect(params).toEqual([`%${search.replaceAll(/[%_]/g, String.raw`\$&`)}%`])
})
