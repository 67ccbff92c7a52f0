import { hardware } from '@trunkline/contract/resources/hardware'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { personOf } from '../audit/audit-objects.ts'

/** A device by its name, with the way to its page for those who may look at it. */
export function DeviceName({ of }: { of: { hardware_id: number; hardware_name: string } }) {
  const can = useCan()
  return can(hardware.show) ? (
    <TextLink to={paths.hardware.detail(of.hardware_id)} inherit>
      {of.hardware_name}
    </TextLink>
  ) : (
    of.hardware_name
  )
}

/** Who asked; the panel itself where nobody did. */
export function PersonName({ of }: { of: string }) {
  const { t } = useTranslation()
  return <span title={of}>{of === 'system' ? t('devices:system') : personOf(of).name}</span>
}
