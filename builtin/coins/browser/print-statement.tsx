import { readStatement } from '@spawnpoint/contracts/coins'
import { useExplain, useFormat, useHost, useSession, useT, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Menu } from '@spawnpoint/sdk/ui'
import { FileText } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { useKindTexts } from './use-kind-texts.ts'

type Line = ReplyOf<typeof readStatement>['items'][number]

interface Sheet {
  readonly lines: readonly Line[]
  /** True where the period has more transactions than are printed. */
  readonly isCut: boolean
}

const DAY_MS = 86_400_000
const MOST_LINES = 1000
const periods = { month: 30, year: 365, all: null } as const
type Period = keyof typeof periods

/** The transactions of the last days, newest first, over all pages. */
async function loadSheet(host: BrowserHost, days: number | null): Promise<Sheet> {
  const since = days === null ? 0 : host.clock.now() - days * DAY_MS
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const page: ReplyOf<typeof readStatement> = await host.call(readStatement, {
      query: { limit: 100, ...(cursor !== null && { cursor }) },
    })
    const wanted = page.items.filter(({ at }) => Date.parse(at) >= since)
    lines.push(...wanted)
    cursor = wanted.length < page.items.length ? null : page.next
  } while (cursor !== null && lines.length <= MOST_LINES)
  return { lines: lines.slice(0, MOST_LINES), isCut: lines.length > MOST_LINES }
}

/** On paper, `lines` is the period of the sheet; the list of the page is what is printed without one. */
const SheetHead = ({ sheet }: { sheet: Sheet | null }) => {
  const t = useT()
  const { date, number } = useFormat()
  const { clock } = useHost()
  const username = useSession(({ user }) => String(user['username'] ?? ''))
  const [newest, oldest] = [sheet?.lines[0], sheet?.lines.at(-1)]
  return (
    <div className="hidden gap-1 px-4 pb-3 text-sm print:grid">
      <p>
        {username} · {date(new Date(clock.now()).toISOString())}
      </p>
      {sheet && newest && oldest && (
        <p>
          {t('statement.sheet', {
            count: sheet.lines.length,
            shown: number(sheet.lines.length),
            from: date(oldest.at),
            to: date(newest.at),
          })}
        </p>
      )}
      {sheet && !newest && <p>{t('statement.sheetEmpty')}</p>}
      {sheet?.isCut && <p>{t('statement.sheetCut', { most: number(MOST_LINES) })}</p>}
    </div>
  )
}

const SheetTable = ({ lines }: Pick<Sheet, 'lines'>) => {
  const t = useT()
  const { dateTime, number } = useFormat()
  const kindWords = useKindTexts()
  return (
    <table className="coins-sheet sp-table">
      <thead>
        <tr>
          <th scope="col">{t('statement.at')}</th>
          <th scope="col">{t('statement.kind')}</th>
          <th scope="col" className="sp-align-end">
            {t('statement.amount')}
          </th>
          <th scope="col" className="sp-align-end">
            {t('statement.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, at, kind, plugin, note, amount, balance }) => (
          <tr key={id}>
            <td>{dateTime(at)}</td>
            <td>
              {kindWords(kind, plugin)}
              {note && <span className="block break-words">{note}</span>}
            </td>
            <td className="sp-align-end">{amount > 0 ? `+${number(amount)}` : number(amount)}</td>
            <td className="sp-align-end">{number(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A statement of a whole period, which is on paper alone: the list of the page has its pages. */
export const StatementSheet = ({ sheet }: { sheet: Sheet | null }) => (
  <>
    <SheetHead sheet={sheet} />
    {sheet && <SheetTable lines={sheet.lines} />}
  </>
)

/** Loads a period and prints it once it is drawn. */
export const usePrintedStatement = () => {
  const host = useHost()
  const explain = useExplain()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  useEffect(() => {
    if (!sheet) return
    const forget = () => setSheet(null)
    window.addEventListener('afterprint', forget)
    window.print()
    return () => window.removeEventListener('afterprint', forget)
  }, [sheet])
  const print = (period: Period) =>
    loadSheet(host, periods[period]).then(setSheet, (error: unknown) => {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    })
  return { sheet, print }
}

export const PrintMenu = ({ print }: { print: (period: Period) => Promise<void> }) => {
  const t = useT()
  return (
    <Menu
      label={t('staff.report.print')}
      icon={<FileText aria-hidden />}
      items={(['month', 'year', 'all'] as const).map((period) => ({
        id: period,
        label: t(`statement.periods.${period}`),
        onSelect: () => void print(period),
      }))}
    />
  )
}
