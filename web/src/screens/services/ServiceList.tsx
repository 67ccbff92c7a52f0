import { DialList } from './dial-list.tsx'

/** RADIUS services of the caller's part of the tree. */
export default function ServiceList() {
  return <DialList kind="service" />
}
