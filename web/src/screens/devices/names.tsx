import { hardware } from '@trunkline/contract/resources/hardware'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { personOf } from '../audit/audit-objects.ts'

export const DeviceName = ({ of }: { of: { hardware_id: number; hardware_name: string } }) => (
  <NameLink page={hardware.show} to={paths.hardware.detail(of.hardware_id)}>
    {of.hardware_name}
  </NameLink>
)

/** The user who requested a command, or the panel itself. */
export function PersonName({ of }: { of: string }) {
  const { t } = useTranslation()
  return <span title={of}>{of === 'system' ? t('devices:system') : personOf(of).name}</span>
}
