import { useT } from '@spawnpoint/sdk/browser'
import { Badge, Button, Card, Checkbox, Code } from '@spawnpoint/sdk/ui'
import { isGranted, type Draft, type PermissionGroup, type PermissionLine } from './permission-draft.ts'

interface Editing {
  readonly draft: Draft
  /** May this person flip the line? */
  readonly canFlip: (line: PermissionLine) => boolean
  readonly flip: (lines: readonly PermissionLine[], granted: boolean) => void
}

/** A warning of the plugin that defines the permission, in the words of its own `permissionNotes`. */
const useNote = ({ plugin, value }: PermissionLine): string | null => {
  const key = `permissionNotes.${value}`
  const note = useT(plugin ?? undefined)(key)
  return plugin === null || note.endsWith(key) ? null : note
}

const Line = ({ line, draft, canFlip, flip }: Editing & { line: PermissionLine }) => {
  const t = useT()
  const granted = isGranted(draft, line)
  const note = useNote(line)
  return (
    <Checkbox
      label={line.description}
      hint={
        <>
          {line.description !== line.value && <Code>{line.value}</Code>}{' '}
          {draft.has(line.value) && <Badge tone="accent">{t('permissions.changed')}</Badge>}{' '}
          {!line.allowed && t('permissions.notYours')}
          {note && <span className="block">{note}</span>}
        </>
      }
      checked={granted}
      disabled={!canFlip(line)}
      onChange={(event) => flip([line], event.target.checked)}
    />
  )
}

/** One category of the catalogue, with a way to give or take all of it. */
export const PermissionGroupCard = ({ group, ...editing }: Editing & { group: PermissionGroup }) => {
  const t = useT()
  const { category, lines } = group
  const { draft, canFlip, flip } = editing
  const granted = lines.filter((line) => isGranted(draft, line)).length
  const open = lines.filter((line) => canFlip(line))
  const all = open.every((line) => isGranted(draft, line))
  return (
    <Card
      title={category}
      description={t('permissions.granted', { granted, total: lines.length })}
      actions={
        open.length > 1 && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t(all ? 'permissions.takeAllOf' : 'permissions.giveAllOf', { category })}
            onClick={() => flip(open, !all)}
          >
            {t(all ? 'permissions.takeAll' : 'permissions.giveAll')}
          </Button>
        )
      }
    >
      <div className="sp-form">
        {lines.map((line) => (
          <Line key={line.value} line={line} {...editing} />
        ))}
      </div>
    </Card>
  )
}
