import { useT } from '@spawnpoint/sdk/browser'
import { Badge, Checkbox, Code } from '@spawnpoint/sdk/ui'
import { isGranted, type PermissionGroup, type PermissionLine } from './permission-draft.ts'
import { AllButton, type Editing } from './permission-matrix.tsx'
import { usePermissionTexts } from './permission-texts.ts'

const Line = ({ line, draft, canFlip, flip }: Editing & { line: PermissionLine }) => {
  const t = useT()
  const texts = usePermissionTexts()
  const label = texts.text(line)
  const note = texts.note(line)
  return (
    <Checkbox
      label={label}
      hint={
        <>
          {label !== line.value && <Code>{line.value}</Code>}{' '}
          {draft.has(line.value) && <Badge tone="accent">{t('permissions.changed')}</Badge>}{' '}
          {!line.allowed && t('permissions.notYours')}
          {note && <span className="block">{note}</span>}
        </>
      }
      checked={isGranted(draft, line)}
      disabled={!canFlip(line)}
      onChange={(event) => flip([line], event.target.checked)}
    />
  )
}

/** Further permissions of one plugin, which fold. */
export const PermissionGroupCard = ({
  id,
  group,
  ...editing
}: Editing & { id: string; group: PermissionGroup }) => {
  const t = useT()
  const name = usePermissionTexts().pluginName(group.plugin)
  const granted = group.lines.filter((line) => isGranted(editing.draft, line)).length
  return (
    <details id={id} className="sp-card scroll-mt-4" aria-label={name} open>
      <summary className="flex cursor-pointer items-center justify-between gap-3 px-4 py-3">
        <h2 className="text-lg">{name}</h2>
        <span className="text-sm text-muted">
          {t('permissions.granted', { granted, total: group.lines.length })}
        </span>
      </summary>
      <div className="border-t border-border px-4 py-3">
        {group.plugin === null && <p className="mb-3 text-sm text-muted">{t('permissions.straysText')}</p>}
        <div className="grid gap-3 md:grid-cols-2">
          {group.lines.map((line) => (
            <Line key={line.value} line={line} {...editing} />
          ))}
        </div>
        <div className="mt-3 empty:hidden">
          <AllButton {...{ name }} lines={group.lines} {...editing} />
        </div>
      </div>
    </details>
  )
}
