export { DialogHost as Host } from '../../../sdk/ui/dialog-host.tsx'
