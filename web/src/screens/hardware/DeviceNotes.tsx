import { useDevice } from '../lan/use-device.ts'
import RecordNotes from '../../detail/record-notes.tsx'
import { DeviceFrame } from './device-frame.tsx'

/** The notes of a device. */
export default function DeviceNotes() {
  const of = useDevice()
  return (
    <DeviceFrame of={of}>
      {() => <RecordNotes kind="hardware" id={of.hardwareId} company={of.device?.company_id} />}
    </DeviceFrame>
  )
}
