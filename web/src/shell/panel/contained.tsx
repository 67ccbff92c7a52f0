import { Component, type ReactNode } from 'react'

/** Keeps the fault of an extra (palette, chat, picker) away from the page: the extra is gone, the page works on. */
export class Contained extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
