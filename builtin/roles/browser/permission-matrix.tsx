import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card, classNames, Code, CodedText } from '@spawnpoint/sdk/ui'
import {
  actions,
  isGranted,
  type Action,
  type Draft,
  type PermissionArea,
  type PermissionLine,
} from './permission-draft.ts'
import { usePermissionTexts } from './permission-texts.ts'

export interface Editing {
  readonly draft: Draft
  /** May this person flip the line? */
  readonly canFlip: (line: PermissionLine) => boolean
  readonly flip: (lines: readonly PermissionLine[], granted: boolean) => void
}

const columns = 'sm:grid sm:grid-cols-[minmax(8rem,1fr)_repeat(4,6.5rem)_6.5rem] sm:items-center'

const Cell = ({
  line,
  action,
  area,
  draft,
  canFlip,
  flip,
}: Editing & { line: PermissionLine; action: Action; area: string }) => {
  const t = useT()
  const label = t(`permissions.actions.${action}`)
  const hint = line.allowed ? line.value : `${line.value} · ${t('permissions.notYours')}`
  return (
    <label
      title={hint}
      className={classNames(
        'flex min-h-9 items-center gap-2 rounded-md text-sm sm:justify-center',
        draft.has(line.value) && 'bg-accent/12',
      )}
    >
      <input
        type="checkbox"
        className="sp-check"
        aria-label={`${area}: ${label}`}
        checked={isGranted(draft, line)}
        disabled={!canFlip(line)}
        onChange={(event) => flip([line], event.target.checked)}
      />
      <span className="sm:hidden" aria-hidden="true">
        {label}
      </span>
    </label>
  )
}

/** Grants or revokes all of a group that the person may flip. */
export const AllButton = ({
  name,
  lines,
  draft,
  canFlip,
  flip,
}: Editing & { name: string; lines: readonly PermissionLine[] }) => {
  const t = useT()
  const open = lines.filter((line) => canFlip(line))
  if (open.length < 2) return null
  const all = open.every((line) => isGranted(draft, line))
  return (
    <Button
      size="sm"
      aria-label={t(all ? 'permissions.takeAllOf' : 'permissions.giveAllOf', { category: name })}
      onClick={() => flip(open, !all)}
    >
      {t(all ? 'permissions.takeAll' : 'permissions.giveAll')}
    </Button>
  )
}

const Row = ({ area, shown, ...editing }: Editing & { area: PermissionArea; shown: Shown }) => {
  const texts = usePermissionTexts()
  const name = texts.area(area)
  const lines = actions.flatMap((action) => area.cells[action] ?? [])
  const notes = lines.map(texts.note).filter(Boolean)
  return (
    <fieldset
      aria-label={name}
      className={`min-w-0 border-b border-border px-4 py-2 last:border-0 ${columns}`}
    >
      <div className="min-w-0 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-2">
        <div className="min-w-0">
          <p className="text-sm font-medium">{name}</p>
          <p className="truncate">
            <Code>{area.base}</Code>
          </p>
        </div>
        <div className="sm:hidden">
          <AllButton {...{ name, lines }} {...editing} />
        </div>
      </div>
      <div className="max-sm:mt-1 max-sm:grid max-sm:grid-cols-2 sm:contents">
        {actions.map((action) => {
          const line = area.cells[action]
          return line && shown.has(line) ? (
            <Cell key={action} {...{ line, action }} area={name} {...editing} />
          ) : (
            <span key={action} className="text-center text-subtle max-sm:hidden" aria-hidden="true">
              {line ? '' : '–'}
            </span>
          )
        })}
      </div>
      <div className="text-end max-sm:hidden">
        <AllButton {...{ name, lines }} {...editing} />
      </div>
      {notes.map((note) => (
        <p key={note} className="text-xs text-muted sm:col-span-full sm:mt-1">
          {note}
        </p>
      ))}
    </fieldset>
  )
}

export type Shown = ReadonlySet<PermissionLine>

/** One row for each area, one column for each action. */
export const PermissionMatrix = ({
  areas,
  shown,
  ...editing
}: Editing & { areas: readonly PermissionArea[]; shown: Shown }) => {
  const t = useT()
  return (
    <Card
      title={t('permissions.matrix')}
      description={<CodedText text={t('permissions.matrixText')} />}
      flush
    >
      <div
        className={`border-b border-border bg-sunken px-4 py-2 text-center text-xs text-muted max-sm:hidden ${columns}`}
        aria-hidden="true"
      >
        <span />
        {actions.map((action) => (
          <span key={action}>{t(`permissions.actions.${action}`)}</span>
        ))}
        <span />
      </div>
      {areas.map((area) => (
        <Row key={area.base} {...{ area, shown }} {...editing} />
      ))}
    </Card>
  )
}
