export { ToastHost as Host } from '@spawnpoint/sdk/ui'
