import { gapAfter, useHost, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { useEffect } from 'react'

const SITE = '/api/docs/sdk'

/** The address of the page of the documentation that a visitor wanted before the log-in; null where none was. */
function findWanted(page: string | null): string | null {
  if (page === null || !/^[\w-]+(?:\/[\w-]+)*$/.test(page)) return null
  return page === 'index' ? SITE : `${SITE}/${page}`
}

/** Leads from the list of plugins to the documentation, which is a site of its own. */
export default function DocsLink() {
  const t = useT()
  const { leaveTo } = useHost()
  const [search] = useSearchParams()
  const wanted = findWanted(search.get('docs'))
  useEffect(() => {
    if (wanted !== null) leaveTo(wanted)
  }, [leaveTo, wanted])
  return (
    <p className="text-sm text-muted">
      {t('lead')}
      {gapAfter(t('lead'))}
      <a className="sp-link" href={SITE} target="_blank" rel="noopener">
        {t('open')}
      </a>
    </p>
  )
}
