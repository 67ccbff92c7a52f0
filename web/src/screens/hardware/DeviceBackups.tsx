import { useDevice } from '../lan/use-device.ts'
import { BackupTab } from './backup-tab.tsx'
import { DeviceFrame } from './device-frame.tsx'

/** Configuration backups of a device. One in the trash is not queried for them. */
export default function DeviceBackups() {
  const of = useDevice()
  const { device } = of
  return (
    <DeviceFrame of={of}>
      {({ takeBackup, takingBackup }) =>
        device?.deleted_at === null ? <BackupTab device={device} onTake={takeBackup} taking={takingBackup} /> : null
      }
    </DeviceFrame>
  )
}
