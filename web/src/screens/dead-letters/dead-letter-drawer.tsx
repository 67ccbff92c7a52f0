import { Button, Group } from '@mantine/core'
import type { DeadLetter } from '@trunkline/contract/resources/dead-letter'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { Time } from '../../ui/time.tsx'
import { NasName } from '../sessions/cells.tsx'
import { DetailsDrawer, DetailsSection } from '../sessions/details-drawer.tsx'
import { attributeName, escapeOctets } from './attributes.ts'

/** Unix time of the event as the NAS reported it; undefined for another value. */
const eventTime = (value: string) =>
  /^\d{1,11}$/.test(value) ? new Date(Number(value) * 1000).toISOString() : undefined

/** One record that could not be stored: the reason, advice, and all its attributes. */
export default function DeadLetterDrawer({
  letter,
  onClose,
  actions,
}: {
  letter: DeadLetter
  onClose: () => void
  actions: readonly MenuAction[]
}) {
  const { t } = useTranslation()
  const code = (value: string) => <span className={layout.code}>{escapeOctets(value)}</span>
  const valueOf = (key: string, value: string | null) => {
    if (value === null || value === '') return null
    const time = key === 'at' ? eventTime(value) : undefined
    return time ? <Time value={time} /> : code(value)
  }
  return (
    <DetailsDrawer title={escapeOctets(letter.login) || t('dead-letters:noLogin')} onClose={onClose}>
      <DetailsSection title={t(`dead-letters:value.reason.${letter.reason}`)} highlighted>
        <div className={layout.stacked}>
          {t(`dead-letters:advice.${letter.reason}`)}
          {code(letter.sqlstate === '' ? letter.error : `${letter.sqlstate}: ${letter.error}`)}
        </div>
      </DetailsSection>
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
      <DetailsSection title={t('dead-letters:field.attributes')}>
        <FactList
          facts={Object.entries(letter.attributes).map(([key, value]) => ({
            label: key === 'at' ? t('dead-letters:eventTime') : attributeName(key),
            value: valueOf(key, value),
          }))}
        />
      </DetailsSection>
      <Group gap="xs">
        {actions.map(({ key, label, tone, onClick }) => (
          <Button key={key} variant="default" onClick={onClick} {...(tone === 'danger' ? { color: 'red.9' } : {})}>
            {label}
          </Button>
        ))}
      </Group>
    </DetailsDrawer>
  )
}
