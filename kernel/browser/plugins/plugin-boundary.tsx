import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly onFault: (error: unknown) => void
  readonly drawFailure: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Catches what a plugin's component throws, tells the gate, and draws something in its place. */
export class PluginBoundary extends Component<
  BoundaryProps,
  { readonly error: unknown; readonly failed: boolean }
> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error)
  }

  readonly retry = (): void => this.setState({ error: undefined, failed: false })

  override render(): ReactNode {
    return this.state.failed ? this.props.drawFailure(this.state.error, this.retry) : this.props.children
  }
}
