import {
  Slot,
  useHost,
  useT,
  type MenuEntry,
  type PaletteResult,
  type PaletteResultsProps,
} from '@spawnpoint/sdk/browser'
import { Dialog, Kbd, PluginMark } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { Command, useCommandState } from 'cmdk'
import {
  createContext,
  memo,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePaletteItems } from './palette-items.ts'
import { bestFirst } from './palette-score.ts'
import { useRecent, type Visited } from './recent-items.ts'
import './command-palette.css'

interface Row extends Visited {
  readonly id: string
  readonly hint?: string | undefined
  readonly shortcut?: string | undefined
  /** A menu entry whose module runs instead of opening its page. */
  readonly entry?: MenuEntry | undefined
}

const toRow = (entry: MenuEntry): Row => {
  const { id, label, path, icon, shortcut, module, from } = entry
  return { id, label, path, icon, shortcut, from, entry: module === undefined ? undefined : entry }
}

const toRecent = (visited: Visited): Row => ({ ...visited, id: `recent/${visited.path}` })

const Choose = createContext<(row: Row) => void>(() => undefined)

/** Drawn again only for another row: there are many, and the palette is drawn for each key that is typed. */
const Entry = memo(({ row }: { row: Row }) => {
  const choose = use(Choose)
  return (
    <Command.Item value={row.id} onSelect={() => choose(row)} className="palette-item">
      <Icon name={row.icon ?? 'Puzzle'} />
      <span className="palette-label">{row.label}</span>
      <PluginMark text={row.from} />
      {row.hint !== undefined && <span className="palette-hint">{row.hint}</span>}
      {row.shortcut !== undefined && <Kbd>{row.shortcut}</Kbd>}
    </Command.Item>
  )
})

const Rows = ({ heading, rows }: { heading: string; rows: readonly Row[] }) => {
  if (rows.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {rows.map((row) => (
        <Entry key={row.id} row={row} />
      ))}
    </Command.Group>
  )
}

/** Handed to the plugins that search, which have matched these themselves. */
const Results: PaletteResultsProps['Results'] = ({ heading, icon, items }) => {
  const toResult = ({ id, label, hint, to }: PaletteResult): Row => ({
    id: `${heading}/${id}`,
    label,
    hint,
    path: to,
    icon,
  })
  return <Rows heading={heading} rows={items.map(toResult)} />
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

/** Everything that one can go to and that fits what was typed, in groups. */
const useGroups = (typed: string) => {
  const t = useT()
  const { commands, pages, admin } = usePaletteItems()
  const all = useMemo(
    () => [
      { heading: t('palette.commands'), rows: commands.map(toRow) },
      { heading: t('palette.pages'), rows: pages.map(toRow) },
      { heading: t('palette.admin'), rows: admin.map(toRow) },
    ],
    [t, commands, pages, admin],
  )
  return bestFirst(typed, all)
}

/** Opens a row; the same function at each drawing, since every row has it. */
const useChoose = (close: () => void, keep: (row: Row) => void) => {
  const host = useHost()
  const latest = useRef<(row: Row) => void>(() => undefined)
  useEffect(() => {
    latest.current = (row) => {
      close()
      if (row.entry) return void host.openEntry(row.entry)
      keep(row)
      host.navigate(row.path)
    }
  })
  return useCallback((row: Row) => latest.current(row), [])
}

/** Tells screen readers how many rows there are, once the visitor pauses. */
const Found = ({ isSearching }: { isSearching: boolean }) => {
  const t = useT()
  const count = useCommandState(({ filtered }) => filtered.count)
  const said = count === 0 ? t('palette.empty') : t('palette.found', { count })
  return <output className="sp-hidden">{isSearching && said}</output>
}

/** Ctrl+K: type, arrows, Enter. Commands and pages are found here, everything else by the plugins that own it. */
export default function CommandPalette({
  close,
  takeEarlyText,
}: {
  close: () => void
  takeEarlyText: () => string
}) {
  const t = useT()
  const [typed, setTyped] = useState(takeEarlyText)
  const search = useSearchText(typed)
  const groups = useGroups(typed)
  const recent = useRecent()
  const choose = useChoose(close, recent.keep)
  // The field is there with the next frame, however many rows follow.
  const isDrawn = useDeferredValue(true, false)
  return (
    <Dialog open onClose={close} title={t('palette.title')} size="lg">
      {/* Its own filter puts every row anew when results arrive, and loses a click under way. */}
      <Command label={t('palette.title')} className="palette" shouldFilter={false}>
        <Command.Input
          className="sp-input"
          placeholder={t('palette.placeholder')}
          data-autofocus=""
          value={typed}
          onValueChange={setTyped}
        />
        <Found isSearching={typed !== '' && (search !== '' || typed.trim().length < SHORTEST)} />
        <Command.List className="palette-list">
          {isDrawn && (
            <Choose value={choose}>
              <Command.Empty className="palette-empty">{t('palette.empty')}</Command.Empty>
              {typed === '' && <Rows heading={t('palette.recent')} rows={recent.find().map(toRecent)} />}
              {groups.map((group) => (
                <Rows key={group.heading} {...group} />
              ))}
              {search !== '' && typed !== '' && (
                <Slot name="palette.results" search={search} Results={Results} />
              )}
            </Choose>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
