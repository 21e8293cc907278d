import { expect, it } from 'vitest'
import { gapAfter, joinSentences } from './sentences.ts'

it('[LOC6] joins sentences as their language does', () => {
  expect(joinSentences(['The disk is full.', 'Delete a backup.'])).toBe('The disk is full. Delete a backup.')
  expect(joinSentences(['磁盘已满。', '请删除一个备份。'])).toBe('磁盘已满。请删除一个备份。')
  expect(joinSentences(['已有账户？', '登录'])).toBe('已有账户？登录')
  expect(joinSentences(['此文档发布于：', 'https://example.com'])).toBe('此文档发布于：https://example.com')
})

it('[LOC6] leaves out what is not there', () => {
  expect(joinSentences([undefined, 'Time zone: UTC', null, ''])).toBe('Time zone: UTC')
  expect(joinSentences([])).toBe('')
  expect([gapAfter('Already registered?'), gapAfter('已有账户？'), gapAfter('')]).toEqual([' ', '', ''])
})
