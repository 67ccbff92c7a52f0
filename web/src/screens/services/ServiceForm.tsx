import { DialForm } from './dial-form.tsx'

/** A new RADIUS service, or with an id in the path a known one. */
export default function ServiceForm() {
  return <DialForm kind="service" />
}
