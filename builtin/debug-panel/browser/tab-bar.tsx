import { useT } from '@spawnpoint/sdk/browser'
import { Button, CopyButton } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { asJson } from './redact.ts'

/** Actions for everything in a tab. */
export const TabBar = ({ data, onClear }: { data: unknown; onClear?: () => void }) => {
  const t = useT()
  return (
    <div className="mb-2 flex justify-end gap-2">
      <CopyButton value={asJson(data)} label={t('copyAll')} />
      {onClear && (
        <Button size="sm" icon={<Trash2 aria-hidden />} onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
