import { DialDetail } from './dial-detail.tsx'
import { ServiceCertificatesCard } from './service-certificates-card.tsx'

/** One RADIUS service: whether it is online, what it used, what it would be answered. */
export default function ServiceDetail() {
  return <DialDetail kind="service" below={(service) => <ServiceCertificatesCard service={service} />} />
}
