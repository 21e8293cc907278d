import type { SettingView } from '@spawnpoint/contracts/settings'
import { useT } from '@spawnpoint/sdk/browser'
import { FieldControl } from '@spawnpoint/sdk/form'
import { Button, classNames } from '@spawnpoint/sdk/ui'
import type { SettingTexts } from './setting-texts.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingTableProps {
  readonly settings: readonly SettingView[]
  readonly words: SettingTexts
  readonly form: SettingsDraft
  readonly disabled: boolean
}

const grid = 'grid gap-x-4 gap-y-3 px-4 py-3 md:grid-cols-[8rem_repeat(4,minmax(0,1fr))]'

const Cell = ({
  setting,
  words,
  form,
  disabled,
}: Omit<SettingTableProps, 'settings'> & { setting: SettingView }) => {
  const t = useT()
  const change = form.draft[setting.key]
  const problem = form.problems[setting.key]
  return (
    // The column heads label the fields below them; on a phone each field has its own label.
    <div
      className={classNames(
        'min-w-0 md:[&_label]:sr-only',
        change && 'rounded-md bg-accent/10 md:-m-1 md:p-1',
      )}
    >
      <FieldControl
        field={words.field(setting)}
        texts={{ ...words.texts(setting), label: () => words.head(setting, 'column') }}
        error={problem && words.problem(setting, problem)}
        bound={{
          name: setting.key,
          value: change ? change.value : setting.value,
          disabled,
          onChange: (next) => form.edit(setting, next ?? ''),
        }}
      />
      {change && !disabled && (
        <Button size="sm" className="mt-1" onClick={() => form.undo(setting.key)}>
          {t('undo')}
          <span className="sp-hidden">: {words.label(setting)}</span>
        </Button>
      )}
    </div>
  )
}

/** Settings that a plugin declares as the cells of one table. On a phone each row becomes a group of fields. */
export const SettingTable = ({ settings, words, form, disabled }: SettingTableProps) => {
  const columns = [...new Map(settings.map((each) => [each.table?.column, each])).values()]
  const rows = Map.groupBy(settings, ({ table }) => table?.row)
    .values()
    .toArray()
  return (
    <div className="grid divide-y divide-border">
      <div className={classNames(grid, 'bg-sunken text-xs font-medium text-muted max-md:hidden')} aria-hidden>
        <span />
        {columns.map((each) => (
          <span key={each.key}>{words.head(each, 'column')}</span>
        ))}
      </div>
      {rows.map((cells) =>
        cells.slice(0, 1).map((first) => (
          <fieldset key={first.key} className={classNames(grid, 'grid-cols-2 md:items-center')}>
            <legend className="sp-hidden">{words.head(first, 'row')}</legend>
            <span className="text-sm font-medium max-md:col-span-2" aria-hidden>
              {words.head(first, 'row')}
            </span>
            {columns.map(({ table }) =>
              cells
                .filter((cell) => cell.table?.column === table?.column)
                .map((setting) => <Cell key={setting.key} {...{ setting, words, form, disabled }} />),
            )}
          </fieldset>
        )),
      )}
    </div>
  )
}
