import { createStore, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { CopyButton } from '@spawnpoint/sdk/ui'

const useCopiedKey = () => `server_address_copied:${useSession(({ user }) => String(user['uuid'] ?? ''))}`

// The storage tells nobody of a change in the same tab.
const copies = createStore(() => 0)

/** Did this person copy the address of a server in this browser? */
export const useAddressCopied = (): boolean => {
  const { storage } = useHost()
  const copiedKey = useCopiedKey()
  return useStore(copies, () => storage.get(copiedKey) === 'true')
}

/** Puts the address on the clipboard; `icon` is for places with little room. */
export const CopyAddress = ({ address, iconOnly = false }: { address: string; iconOnly?: boolean }) => {
  const t = useT('servers')
  const { storage } = useHost()
  const copiedKey = useCopiedKey()
  const remember = () => {
    storage.set(copiedKey, 'true')
    copies.setState((count) => count + 1, true)
  }
  return <CopyButton value={address} label={t('actions.copyAddress')} {...{ iconOnly }} onCopy={remember} />
}
