import type { PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Switch } from '@spawnpoint/sdk/ui'

/** Where the halves would run, what that protects from and what not. */
export const PackageIsolation = ({
  isolation,
  isolated,
  onIsolate,
}: {
  isolation: PackageReviewView['isolation']
  isolated: boolean
  onIsolate: (isolated: boolean) => void
}) => {
  const t = useT()
  const server = isolated && isolation.server ? 'worker' : isolation.server
  const browser = isolated && isolation.browser ? 'frame' : isolation.browser
  return (
    <section className="grid gap-2">
      <h3>{t('isolation.title')}</h3>
      <ul className="grid list-disc gap-1 ps-5 text-sm">
        {server && <li>{t(`isolation.${server}`)}</li>}
        {browser && <li>{t(`isolation.${browser}`)}</li>}
        {!server && !browser && <li>{t('isolation.none')}</li>}
      </ul>
      {isolation.canIsolate && (
        <Switch
          label={t('isolation.more')}
          hint={t('isolation.moreHint')}
          checked={isolated}
          onChange={({ target }) => onIsolate(target.checked)}
        />
      )}
    </section>
  )
}
