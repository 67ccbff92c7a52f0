import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { DeviceFrame } from '../hardware/device-frame.tsx'
import { useDevice } from '../lan/use-device.ts'
import { DeviceConnections } from './device-connections.tsx'

/** The tab of a device with its uplinks and links. */
export default function DeviceTopology() {
  const of = useDevice()
  const { t } = useTranslation()
  const { device, hardwareId } = of
  return (
    <DeviceFrame of={of}>
      {() => (
        <Card
          title={t('topology:device.title')}
          actions={
            device ? (
              <TextLink
                to={paths.topology}
                search={
                  device.site_id === null
                    ? { node: `d${hardwareId}`, group: 'site', open: '0' }
                    : { site: String(device.site_id), node: `d${hardwareId}` }
                }
              >
                {t('topology:device.inGraph')}
              </TextLink>
            ) : null
          }
        >
          <DeviceConnections id={hardwareId} />
        </Card>
      )}
    </DeviceFrame>
  )
}
