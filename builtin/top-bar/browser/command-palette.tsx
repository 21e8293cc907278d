import {
  Slot,
  useHost,
  useT,
  type MenuEntry,
  type PaletteResult,
  type PaletteResultsProps,
} from '@spawnpoint/sdk/browser'
import { Dialog, Kbd } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { Command } from 'cmdk'
import { createContext, use, useEffect, useState, type ComponentProps } from 'react'
import { usePaletteItems } from './palette-items.ts'
import { scoreEntry } from './palette-score.ts'
import { findRecent, keepRecent, type Visited } from './recent-items.ts'
import './command-palette.css'

interface Row extends Visited {
  readonly id: string
  readonly hint?: string | undefined
  readonly shortcut?: string | undefined
  /** The words that the row is found by; found by its label and path where there are none. */
  readonly typed?: string
}

const toRow = ({ id, label, path, icon, shortcut }: MenuEntry): Row => ({ id, label, path, icon, shortcut })

const Rows = ({
  heading,
  rows,
  choose,
}: {
  heading: string
  rows: readonly Row[]
  choose: (row: Row) => void
}) => {
  if (rows.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {rows.map((row) => (
        <Command.Item
          key={row.id}
          value={row.id}
          keywords={row.typed === undefined ? [row.label, row.path] : [row.typed, '']}
          onSelect={() => choose(row)}
          className="palette-item"
        >
          <Icon name={row.icon ?? 'Puzzle'} />
          <span className="palette-label">{row.label}</span>
          {row.hint !== undefined && <span className="palette-hint">{row.hint}</span>}
          {row.shortcut !== undefined && <Kbd>{row.shortcut}</Kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

const score = (_id: string, typed: string, [label = '', path = '']: readonly string[] = []): number =>
  scoreEntry(typed, label, path)

const Palette = createContext<{ typed: string; choose: (row: Row) => void }>({
  typed: '',
  choose: () => undefined,
})

/** Handed to the plugins that search: the server has matched these, so the palette's own filter keeps them. */
const Results: PaletteResultsProps['Results'] = ({ heading, icon, items }) => {
  const { typed, choose } = use(Palette)
  const toResult = ({ id, label, hint, to }: PaletteResult): Row => ({
    id: `${heading}/${id}`,
    label,
    hint,
    path: to,
    icon,
    typed,
  })
  return <Rows heading={heading} rows={items.map(toResult)} choose={choose} />
}

const PAUSE_MS = 150
const SHORTEST = 2

/** The typed text once the visitor pauses; empty while it is too short to search for. */
const useSearchText = (typed: string): string => {
  const { clock } = useHost()
  const wanted = typed.trim()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = clock.setTimeout(() => setText(wanted.length < SHORTEST ? '' : wanted), PAUSE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock, wanted])
  return text
}

/** Ctrl+K: type, arrows, Enter. Commands and pages are found here, everything else by the plugins that own it. */
export default function CommandPalette({ close }: { close: () => void }) {
  const t = useT()
  const host = useHost()
  const [typed, setTyped] = useState('')
  const search = useSearchText(typed)
  const { commands, pages, admin } = usePaletteItems()
  const choose = (row: Row): void => {
    keepRecent(row)
    close()
    host.navigate(row.path)
  }
  const shared: Pick<ComponentProps<typeof Rows>, 'choose'> = { choose }
  const recent = typed === '' ? findRecent() : []
  return (
    <Dialog open onClose={close} title={t('palette.title')} size="lg">
      <Command label={t('palette.title')} className="palette" filter={score}>
        <Command.Input
          className="sp-input"
          placeholder={t('palette.placeholder')}
          data-autofocus=""
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List className="palette-list">
          <Command.Empty className="palette-empty">{t('palette.empty')}</Command.Empty>
          <Rows
            heading={t('palette.recent')}
            rows={recent.map((each) => ({ ...each, id: `recent/${each.path}` }))}
            {...shared}
          />
          <Rows heading={t('palette.commands')} rows={commands.map(toRow)} {...shared} />
          <Rows heading={t('palette.pages')} rows={pages.map(toRow)} {...shared} />
          <Rows heading={t('palette.admin')} rows={admin.map(toRow)} {...shared} />
          {search !== '' && (
            <Palette value={{ typed, choose }}>
              <Slot name="palette.results" search={search} Results={Results} />
            </Palette>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
