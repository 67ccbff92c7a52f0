import { control } from '@trunkline/contract/resources/control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { AddressesCard } from './addresses-card.tsx'
import { DevicePage } from './device-page.tsx'
import { DnsCard } from './dns-card.tsx'
import classes from './lan.module.css'
import { NetworksCard } from './networks-card.tsx'
import { PoolsCard } from './pools-card.tsx'
import { together } from './together.ts'
import { useDevice } from './use-device.ts'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

/** The local network of one router: its addresses, its DNS, what DHCP tells clients, and its pools. */
export default function LanSettings() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId: id } = of
  const requested = { params: { id } }
  // What others write, in the panel or at the router itself, shows beside what is being changed here.
  const every = useWatch(of.ready ? id : undefined) === undefined ? undefined : lookEvery
  const known = { enabled: of.ready, every }
  const addresses = useReading(control.addresses, requested, known)
  const dns = useReading(control.dns, requested, known)
  const networks = useReading(control.networks, requested, known)
  const pools = useReading(control.pools, requested, known)
  const interfaces = useReading(control.statistics, requested, { enabled: of.ready })
  const all = [addresses, dns, networks, pools]
  const { readAt, readingError: problem, reading, error, read } = together(all)

  return (
    <DevicePage of={of} title={t('lan:title.lan')}>
      {() =>
        error ? (
          <ErrorNotice error={error} retry={read} />
        ) : (
          <div className={classes.stack}>
            <Freshness readAt={readAt} readingError={problem} reading={reading && readAt === undefined} onRead={read} />
            <AddressesCard
              hardwareId={id}
              rows={addresses.rows}
              interfaces={interfaces.rows?.interfaces ?? []}
              may={of.may}
            />
            <DnsCard hardwareId={id} of={dns.rows} may={of.may} />
            <NetworksCard hardwareId={id} rows={networks.rows} may={of.may} />
            <PoolsCard hardwareId={id} rows={pools.rows} may={of.may} />
          </div>
        )
      }
    </DevicePage>
  )
}
