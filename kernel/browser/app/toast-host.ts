export { ToastHost as Host } from '../../../sdk/ui/toast-host.tsx'
