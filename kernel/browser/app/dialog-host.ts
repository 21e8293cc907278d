export { DialogHost as Host } from '@spawnpoint/sdk/ui'
