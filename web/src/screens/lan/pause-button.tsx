import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Pause } from './use-pause.ts'

/** Stops and resumes what moves by itself. */
export function PauseButton({ of }: { of: Pause }) {
  const { t } = useTranslation()
  const Sign = of.paused ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Sign size={16} aria-hidden="true" />}
      aria-pressed={of.paused}
      onClick={of.toggle}
    >
      {t(of.paused ? 'lan:resume' : 'lan:pause')}
    </Button>
  )
}
