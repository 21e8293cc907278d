import { createStore, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { CopyButton } from '@spawnpoint/sdk/ui'

const copiedKey = 'server_address_copied'

// The storage tells nobody of a change in the same tab.
const copies = createStore(() => 0)

/** Was the address of a server copied in this browser? */
export const useAddressCopied = (): boolean => {
  const { storage } = useHost()
  return useStore(copies, () => storage.get(copiedKey) === 'true')
}

/** Puts the address on the clipboard; `icon` is for places with little room. */
export const CopyAddress = ({ address, iconOnly = false }: { address: string; iconOnly?: boolean }) => {
  const t = useT('servers')
  const { storage } = useHost()
  const remember = () => {
    storage.set(copiedKey, 'true')
    copies.setState((count) => count + 1, true)
  }
  return <CopyButton value={address} label={t('actions.copyAddress')} {...{ iconOnly }} onCopy={remember} />
}
