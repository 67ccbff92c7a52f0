import { DialForm } from './dial-form.tsx'

/** A new VPN dial-up, or with an id in the path a known one. */
export default function DialupForm() {
  return <DialForm kind="vpn-dialup" />
}
