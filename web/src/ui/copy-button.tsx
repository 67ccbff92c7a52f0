import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from './announcer.tsx'
import { copyText } from './copy-text.ts'

/** Copies `value`, confirmed by icon, tooltip and announcement. With `label`, a button with text. */
export function CopyButton({
  value,
  what,
  label,
}: {
  value: string
  /** What is copied, for screen readers: "request ID". */ what?: string
  label?: string
}) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    copyText(value).then(
      () => {
        setState('copied')
        announce(t('ui:copy.done'))
      },
      () => {
        setState('failed')
        announce(t('ui:copy.failed'))
      },
    )
  const sign = state === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />
  if (label)
    return (
      <Button variant="default" size="compact-sm" leftSection={sign} onClick={copy}>
        {state === 'failed' ? t('ui:copy.failed') : state === 'copied' ? t('ui:copy.done') : label}
      </Button>
    )
  const hint =
    state === 'copied'
      ? t('ui:copy.done')
      : state === 'failed'
        ? t('ui:copy.failed')
        : what
          ? t('ui:copy.what', { what })
          : t('ui:copy.do')
  return (
    <Tooltip label={hint}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={hint} onClick={copy}>
        {sign}
      </ActionIcon>
    </Tooltip>
  )
}
