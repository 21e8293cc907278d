import type { BulkAction } from '@spawnpoint/contracts/servers'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Button, Toolbar } from '@spawnpoint/sdk/ui'

const mostAtOnce = 100

/** Deleting, which can't be undone, stands last. */
const actions: readonly BulkAction[] = ['suspend', 'unsuspend', 'transfer', 'delete']

/** Actions on the selected servers. */
export const SelectionBar = ({
  count,
  clear,
  ask,
}: {
  count: number
  clear: () => void
  ask: (action: BulkAction) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const mayEdit = useCan('admin.servers.edit')
  const mayDelete = useCan('admin.servers.delete')
  const isMany = count > mostAtOnce
  const offered = actions.filter((action) => (action === 'delete' ? mayDelete : mayEdit))
  return (
    <Toolbar
      label={t('staff.servers.selection')}
      end={
        <Button size="sm" variant="ghost" onClick={clear}>
          {t('staff.servers.clear')}
        </Button>
      }
    >
      <output className="font-medium">
        {t('staff.servers.selected', { count, value: number(count) })}
        {isMany && <span className="sp-hint block">{t('staff.servers.most', { most: mostAtOnce })}</span>}
      </output>
      {offered.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={action === 'delete' ? 'danger-quiet' : 'secondary'}
          disabled={isMany}
          onClick={() => ask(action)}
        >
          {t(`staff.servers.actions.${action}`)}
        </Button>
      ))}
    </Toolbar>
  )
}
