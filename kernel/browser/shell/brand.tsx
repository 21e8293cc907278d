import { Link, useHost, useSetting } from '@spawnpoint/sdk/browser'
import { BrandMark } from '@spawnpoint/sdk/ui'

/** The mark and the name of the instance; they lead home. */
export const Brand = () => {
  const { pathToWellKnown } = useHost()
  const name = useSetting('app_name')
  return (
    <Link to={pathToWellKnown('home')} className="shell-brand">
      <BrandMark />
      <span className="shell-brand-name">{typeof name === 'string' && name ? name : 'Spawnpoint'}</span>
    </Link>
  )
}
