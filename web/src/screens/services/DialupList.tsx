import { DialList } from './dial-list.tsx'

/** VPN dial-ups of the caller's part of the tree. */
export default function DialupList() {
  return <DialList kind="vpn-dialup" />
}
