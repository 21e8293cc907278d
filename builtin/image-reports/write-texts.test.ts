import { expect, it } from 'vitest'
import { explain } from './server/write-texts.ts'

const decided = { reason: 'copyright', ground: 'law' } as const

it('[LOC6] joins the reason and the facts of a removal as their language does', () => {
  const of = (language: string, facts: string) => explain(language, { ...decided, facts }).reason
  expect(of('EN', 'It shows a cover.')).toMatch(/\. It shows a cover\.$/)
  expect(of('MD', '图片是一张封面。')).toMatch(/。图片是一张封面。$/)
  expect(of('EN', '')).not.toMatch(/\s$/)
})
