import { describe, expect, it } from 'vitest'
import { renderProgress, renderWait } from './restore-page.ts'
import type { RestoreRecord } from './restore-record.ts'

const record: RestoreRecord = {
  id: '0198c0de-0000-7000-8000-000000000001',
  token: 'x'.repeat(32),
  file: 'one.backup',
  backupAt: '2026-11-28T10:00:00.000Z',
  requestedAt: '2026-11-28T10:00:00.000Z',
  requestedBy: null,
  name: 'Northwind <Hosting>',
  state: 'running',
  step: 'loading',
  progress: 0.42,
  reason: null,
  part: null,
  kept: null,
  rows: null,
  isReported: false,
}
const statusOf = (html: string) => /role="status">(.*?)</.exec(html)?.[1]

describe('the page about a restore', () => {
  it('[BKP16] writes how far it is as the language does, on one line', () => {
    const inLanguage = (language: 'EN' | 'DE' | 'MD') =>
      statusOf(renderProgress(record, { language, isServing: false }).html)
    expect(inLanguage('EN')).toBe('Restoring the data 42%')
    expect(inLanguage('DE')).toMatch(/ 42\u00A0%$/)
    expect(inLanguage('MD')).toMatch(/ 42%$/)
    const unknown = renderProgress({ ...record, progress: null }, { language: 'EN', isServing: false })
    expect(statusOf(unknown.html)).toBe('Restoring the data')
    expect(unknown.html).toContain('<progress aria-label="Restoring the data">')
  })

  it('[BKP16] leads back once the product answers, and never before', () => {
    const done: RestoreRecord = { ...record, state: 'done' }
    const pageOf = (isServing: boolean) => renderProgress(done, { language: 'EN', isServing }).html
    expect(pageOf(true)).toContain('<a href="/mc-admin/backups">')
    expect(pageOf(false)).not.toContain('<a ')
  })

  it('[BKP16] shows the name of the instance as text, however long, on a phone too', () => {
    for (const { html } of [
      renderProgress(record, { language: 'EN', isServing: false }),
      renderWait(record.name, 'EN'),
    ]) {
      expect(html).toContain('Northwind &lt;Hosting>')
      expect(html).toContain('overflow-wrap:anywhere')
      expect(html).toContain('name="viewport" content="width=device-width')
    }
  })
})
