import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './chat-widget.module.css'

/**
 * The helpdesk's chat, in a frame of its own: the server's `/chat-frame` loads the script under a policy that
 * allows that one host, and the sandbox gives the frame an origin of its own, so that it reaches neither the panel's
 * storage nor its page. Nothing is asked of the helpdesk before the first press; if its script fails, the frame stays
 * empty and the panel says nothing.
 */
export default function ChatWidget() {
  const { t } = useTranslation('panel')
  const [requested, setRequested] = useState(false)
  const [open, setOpen] = useState(false)
  const toggle = () => {
    setRequested(true)
    setOpen(!open)
  }
  return (
    <>
      {requested && (
        <iframe
          className={styles.frame}
          hidden={!open}
          src="/chat-frame"
          title={t('chat.title')}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      )}
      <Tooltip label={requested ? t('chat.title') : t('chat.notice')} multiline maw={260} withArrow>
        <ActionIcon
          variant={open ? 'light' : 'subtle'}
          color="gray"
          size="lg"
          onClick={toggle}
          aria-expanded={open}
          aria-label={t(open ? 'chat.close' : 'chat.open')}
        >
          <IconMessageCircle size={19} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
