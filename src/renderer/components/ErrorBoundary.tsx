// An error boundary: a part that fails to render does not affect the others.
import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly fallback: (failure: { error: Error; retry: () => void }) => ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  readonly retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    return error ? this.props.fallback({ error, retry: this.retry }) : this.props.children
  }
}
