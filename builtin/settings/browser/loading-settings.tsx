import { Skeleton } from '@spawnpoint/sdk/ui'

export const LoadingSettings = () => (
  <div className="grid gap-4">
    <Skeleton shape="control" />
    <div className="sp-card sp-card-body">
      <Skeleton lines={10} />
    </div>
  </div>
)
