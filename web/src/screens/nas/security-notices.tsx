import { Button } from '@mantine/core'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useNumber } from '../../ui/use-number.ts'
import classes from './nas.module.css'

/** Packets of the NAS that were not answered in the last 24 hours, with a solution for each reason. */
export function UnansweredPackets({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const number = useNumber()
  const { data } = useCall(nas.health, { params: { id: device.id } }, { subjects: ['services'] })
  const unanswered = data?.data.unanswered ?? []
  if (unanswered.length === 0 || device.deleted_at) return null
  return (
    <section className={classes.problem} data-tone="warning" role="status">
      <h2>{t('nas:unanswered.warning')}</h2>
      <ul>
        {unanswered.map(({ reason, count, last_at, packet }) => (
          <li key={reason}>
            {t(`nas:unanswered.advice.${reason}`, { number: number(count), address: device.address })}{' '}
            <span className={layout.hint}>
              {t('nas:rejects.last')} <RelativeTime value={last_at} />
              {packet === '' ? null : ` · ${t(`nas:unanswered.packets.${packet}`)}`}
            </span>
          </li>
        ))}
      </ul>
      <LinkButton to="." search={{ tab: 'setup' }} variant="default" size="compact-sm">
        {t('nas:unanswered.setup')}
      </LinkButton>
    </section>
  )
}

/** Suggests requiring the Message-Authenticator of a NAS that signs all of its requests. */
export function AuthenticatorHint({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const update = useCommand(nas.update)
  if (!device.can_require_authenticator || device.inherited || !canOn(nas.update, device)) return question.dialog
  const { id, name, version } = device
  return (
    <section className={classes.problem} data-tone="info">
      <h2>{t('nas:authenticator.possible')}</h2>
      <p>{t('nas:authenticator.hint')}</p>
      <Button
        variant="default"
        size="compact-sm"
        loading={update.pending}
        onClick={() =>
          question.act(
            () => update.run({ params: { id }, body: { require_message_authenticator: true, version } }),
            t('nas:authenticator.isRequired', { name }),
          )
        }
      >
        {t('nas:authenticator.require')}
      </Button>
    </section>
  )
}
