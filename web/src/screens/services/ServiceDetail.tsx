import { DialDetail } from './dial-detail.tsx'

/** One RADIUS service: whether it is online, what it used, what it would be answered. */
export default function ServiceDetail() {
  return <DialDetail kind="service" />
}
