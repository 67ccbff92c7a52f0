import { Activity } from '../../detail/activity.tsx'
import { useDevice } from '../lan/use-device.ts'
import { DeviceFrame } from './device-frame.tsx'

/** Changes of a device, from the audit log. */
export default function DeviceActivity() {
  const of = useDevice()
  return (
    <DeviceFrame of={of}>
      {() => <Activity subject="hardware" objectId={of.hardwareId} namespace="hardware" />}
    </DeviceFrame>
  )
}
