import { Link, useHost, useSetting } from '@spawnpoint/sdk/browser'

/** The mark and the name of the instance; they lead home. */
export const Brand = () => {
  const { pathToWellKnown } = useHost()
  const name = useSetting('app_name')
  return (
    <Link to={pathToWellKnown('home')} className="shell-brand">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <path d="M12 2 21 7v10l-9 5-9-5V7z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
        <circle cx="12" cy="12" r="3.5" fill="currentColor" />
      </svg>
      <span>{typeof name === 'string' && name ? name : 'Spawnpoint'}</span>
    </Link>
  )
}
