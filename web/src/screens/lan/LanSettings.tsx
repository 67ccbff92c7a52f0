import { control } from '@trunkline/contract/resources/control'
import { AddressesCard } from './addresses-card.tsx'
import { DnsCard } from './dns-card.tsx'
import { NetworksCard } from './networks-card.tsx'
import { PoolsCard } from './pools-card.tsx'
import { ReadingPage } from './reading-page.tsx'
import { combineReadings, menuCardProps, useDeviceReading, useReadingInterval } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'

/** The LAN of one router: addresses, DNS, DHCP networks and pools. */
export default function LanSettings() {
  const of = useDevice()
  // Changes made elsewhere appear in the open forms.
  const every = useReadingInterval(of)
  const addresses = useDeviceReading(of, control.addresses, every)
  const dns = useDeviceReading(of, control.dns, every)
  const networks = useDeviceReading(of, control.networks, every)
  const pools = useDeviceReading(of, control.pools, every)
  const interfaces = useDeviceReading(of, control.statistics)
  const reading = combineReadings([addresses, dns, networks, pools])
  return (
    <ReadingPage of={of} reading={{ ...reading, reading: reading.reading && reading.readAt === undefined }}>
      {() => (
        <>
          <AddressesCard {...menuCardProps(of, addresses)} interfaces={interfaces.rows?.interfaces ?? []} />
          <DnsCard of={of} dns={dns.rows} />
          <NetworksCard {...menuCardProps(of, networks)} />
          <PoolsCard {...menuCardProps(of, pools)} />
        </>
      )}
    </ReadingPage>
  )
}
