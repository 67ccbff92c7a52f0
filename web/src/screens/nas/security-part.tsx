import { Button } from '@mantine/core'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { LinkButton } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './nas.module.css'

/** Packets of the NAS that were not answered in the last 24 hours, with what to do about each reason. */
export function UnansweredPackets({ device }: { device: NasDevice }) {
  const { t, i18n } = useTranslation()
  const { data } = useCall(nas.health, { params: { id: device.id } }, { subjects: ['services'] })
  const unanswered = data?.data.unanswered ?? []
  if (unanswered.length === 0 || device.deleted_at) return null
  return (
    <section className={classes.trouble} data-tone="warning" role="status">
      <h2>{t('nas:unanswered.warning')}</h2>
      <ul>
        {unanswered.map((one) => (
          <li key={one.reason}>
            {t(`nas:unanswered.advice.${one.reason}`, {
              number: one.count.toLocaleString(regional(i18n.language)),
              address: device.address,
            })}{' '}
            <span className={classes.when}>
              {t('nas:rejects.last')} <RelativeTime value={one.last_at} />
              {one.packet === '' ? null : ` · ${t(`nas:unanswered.packets.${one.packet}`)}`}
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

/** Offers to require the Message-Authenticator of a NAS that signs all its requests anyway. */
export function AuthenticatorHint({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const update = useCommand(nas.update)
  if (!device.can_require_authenticator || device.inherited || !canOn(nas.update, device)) return question.dialog
  const { id, name, version } = device
  return (
    <section className={classes.trouble} data-tone="info">
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
