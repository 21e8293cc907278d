import { CopyButton } from '@spawnpoint/sdk/ui'

/** The id of a payment, which people pass on to support or to the provider. */
export const Reference = ({ id }: { id: string }) => (
  <span className="flex items-center gap-1">
    <span className="break-all">{id}</span>
    <CopyButton value={id} />
  </span>
)
