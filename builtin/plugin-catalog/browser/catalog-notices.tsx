import type { CatalogView } from '@spawnpoint/contracts/plugin-catalog'
import { joinSentences, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Alert, Code } from '@spawnpoint/sdk/ui'

/** Says of each catalog that could not be read why, and how old the list is that is shown meanwhile. */
export const CatalogNotices = ({ catalogs }: Pick<CatalogView, 'catalogs'>) => {
  const t = useT()
  const { dateTime } = useFormat()
  return catalogs
    .filter(({ problem }) => problem !== null)
    .map(({ url, name, problem, detail, readAt }) => (
      <Alert key={url} tone="warning" title={t('attention.unread', { name: name ?? url })}>
        <p>
          {joinSentences([t(`reasons.${problem}`), readAt && t('shownFrom', { date: dateTime(readAt) })])}
        </p>
        {detail && <Code>{detail}</Code>}
      </Alert>
    ))
}
