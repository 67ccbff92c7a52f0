import { DialDetail } from './dial-detail.tsx'

/** One VPN dial-up: whether it is online, what it used, what it would be answered. */
export default function DialupDetail() {
  return <DialDetail kind="vpn-dialup" />
}
