import { Button, Drawer, Group } from '@mantine/core'
import type { DeadLetter } from '@trunkline/contract/resources/dead-letter'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Time } from '../../ui/time.tsx'
import { NasName } from '../sessions/cells.tsx'
import { attributeName, escapeOctets } from './attributes.ts'
import classes from './dead-letters.module.css'

/** Unix time of the event as the NAS reported it; anything else as it came. */
const eventTime = (value: string) => (/^\d{1,11}$/.test(value) ? new Date(Number(value) * 1000).toISOString() : null)

/** One record that could not be stored: why, what helps, and all its attributes. */
export default function DeadLetterDrawer({
  letter,
  onClose,
  onRetry,
  onDelete,
}: {
  letter: DeadLetter
  onClose: () => void
  onRetry: (() => void) | undefined
  onDelete: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const code = (value: string) => <span className={classes.code}>{escapeOctets(value)}</span>
  const shown = (key: string, value: string | null) => {
    if (value === null || value === '') return null
    const time = key === 'at' ? eventTime(value) : null
    return time ? <Time value={time} /> : code(value)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={escapeOctets(letter.login) || t('dead-letters:noLogin')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        <section className={classes.reason}>
          <h3 className={classes.heading}>{t(`dead-letters:value.reason.${letter.reason}`)}</h3>
          <p className={classes.text}>{t(`dead-letters:advice.${letter.reason}`)}</p>
          <p className={classes.text}>
            {code(letter.sqlstate === '' ? letter.error : `${letter.sqlstate}: ${letter.error}`)}
          </p>
        </section>
        <FactList
          facts={[
            { label: t('dead-letters:field.kind'), value: t(`dead-letters:value.kind.${letter.kind}`) },
            { label: t('dead-letters:field.nas_name'), value: <NasName row={letter} /> },
            { label: t('dead-letters:field.at'), value: <Time value={letter.at} /> },
            { label: t('dead-letters:field.retries'), value: letter.retries },
            {
              label: t('dead-letters:field.retried_at'),
              value: letter.retried_at ? <Time value={letter.retried_at} /> : null,
            },
          ]}
        />
        <section>
          <h3 className={classes.heading}>{t('dead-letters:field.attributes')}</h3>
          <FactList
            facts={Object.entries(letter.attributes).map(([key, value]) => ({
              label: key === 'at' ? t('dead-letters:eventTime') : attributeName(key),
              value: shown(key, value),
            }))}
          />
        </section>
        <Group gap="xs">
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {t('dead-letters:retry.action')}
            </Button>
          ) : null}
          {onDelete ? (
            <Button variant="default" color="red.9" onClick={onDelete}>
              {t('dead-letters:destroy.action')}
            </Button>
          ) : null}
        </Group>
      </div>
    </Drawer>
  )
}
