import { Button, Text } from '@mantine/core'
import { deviceDrift } from '@trunkline/contract/resources/device-drift'
import { IconRefresh } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The templates of a device, and what its comparison with them last found. */
export function DeviceTemplatesCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const can = useCan()
  const { data, error } = useCall(deviceDrift.show, { params: { id } })
  const check = useCommand(deviceDrift.check)
  const question = useQuestion()
  if (!data && !error) return null
  const of = data?.data
  return (
    <Card
      title={t('device-templates:card.title')}
      actions={
        can(deviceDrift.check) && of && of.templates.length > 0 ? (
          <Button
            variant="default"
            leftSection={actionIcon(IconRefresh)}
            onClick={() => question.act(() => check.run({ params: { id } }), t('device-templates:card.checking'))}
          >
            {t('device-templates:card.check')}
          </Button>
        ) : null
      }
    >
      {error ? <ErrorNotice error={error} inline /> : null}
      {of && of.templates.length === 0 ? (
        <Text className={layout.quiet ?? ''}>{t('device-templates:card.none')}</Text>
      ) : null}
      {of && of.templates.length > 0 ? (
        <div className={layout.stacked}>
          <p>
            {of.templates.map((template, at) => (
              <span key={template.id}>
                {at > 0 ? ', ' : ''}
                <TextLink to={paths.deviceTemplates.details(template.id)} inherit>
                  {template.name}
                </TextLink>
              </span>
            ))}
          </p>
          <p>
            {t('device-templates:card.checked')}:{' '}
            {of.checked_at === null ? t('device-templates:card.never') : <RelativeTime value={of.checked_at} />}
          </p>
          {/* On its own line: within a text a link needs an underline. */}
          <p>
            <TextLink to={`${paths.deviceDrift}?search=${encodeURIComponent(`hardware_id:${id}`)}`} inherit>
              {t('device-templates:card.open', { count: of.open })}
            </TextLink>
          </p>
          <p>
            {t(
              of.first_contact_at === null
                ? 'device-templates:card.firstContact'
                : of.command_id === null
                  ? 'device-templates:card.notWritten'
                  : 'device-templates:card.written',
            )}
          </p>
          {of.problem ? <p role="status">{of.problem.message}</p> : null}
        </div>
      ) : null}
      {question.dialog}
    </Card>
  )
}
