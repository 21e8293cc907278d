import { useT } from '@spawnpoint/sdk/browser'
import { CopyButton } from '@spawnpoint/sdk/ui'

/** The recovery codes, shown this once; to copy or to keep as a file. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const t = useT('auth')
  const text = codes.join('\n')
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg bg-sunken p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label={t('setup.copyCodes')} />
        <a
          className="sp-button sp-button-secondary sp-button-sm"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          <span className="sp-button-content">{t('setup.saveCodes')}</span>
        </a>
      </div>
    </div>
  )
}
