import { Component, type ReactNode } from 'react'

/** An error boundary for optional parts (palette, chat, picker): the part disappears, the page keeps working. */
export class Contained extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
