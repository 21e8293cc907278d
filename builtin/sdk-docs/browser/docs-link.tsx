import { useT } from '@spawnpoint/sdk/browser'

/** Leads from the list of plugins to the documentation, which is a site of its own. */
export default function DocsLink() {
  const t = useT()
  return (
    <p className="text-sm text-muted">
      {t('lead')}{' '}
      <a className="sp-link" href="/api/docs/sdk" target="_blank" rel="noopener">
        {t('open')}
      </a>
    </p>
  )
}
