import { useContributions } from './hooks.ts'

/** A place that other plugins can fill. Each contribution has its own error boundary. @example <Slot name="dashboard.before" /> */
export function Slot({ name, ...props }: { name: string } & Record<string, unknown>) {
  const contributions = useContributions('slot', name)
  return contributions.map(({ id, Component }) => <Component key={id} {...props} />)
}
