import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Whether the user has paused a page that updates by itself (WCAG 2.2.2), and the button for it. */
export function usePause(): { paused: boolean; button: ReactNode } {
  const { t } = useTranslation()
  const [paused, setPaused] = useState(false)
  const Icon = paused ? IconPlayerPlay : IconPlayerPause
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={16} aria-hidden="true" />}
      aria-pressed={paused}
      onClick={() => setPaused(!paused)}
    >
      {t(paused ? 'lan:resume' : 'lan:pause')}
    </Button>
  )
  return { paused, button }
}
