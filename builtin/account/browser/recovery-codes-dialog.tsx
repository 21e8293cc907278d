import { useT } from '@spawnpoint/sdk/browser'
import { Button, CopyButton, Dialog } from '@spawnpoint/sdk/ui'

export const RecoveryCodesDialog = ({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) => {
  const t = useT()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('security.codesTitle')}
      description={t('security.codesText')}
      dismissable={false}
      footer={
        <>
          <CopyButton value={codes.join('\n')} label={t('security.copyCodes')} />
          <Button variant="primary" onClick={onClose}>
            {t('security.codesKept')}
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg bg-sunken p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
