import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Keeps the open tab in the hash of the address. Another tab starts without the list state of the one before.
 *
 * @example <Tabs {...useHashTab()} label="Settings" tabs={[{ id: 'mail', label: 'Mail', content: <App /> }]} />
 */
export function useHashTab(): { readonly value: string; readonly onChange: (id: string) => void } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return {
    value: hash.slice(1),
    onChange: (id) => void navigate({ search: '', hash: id }, { replace: true }),
  }
}
