import { Button, Modal } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { announce } from '../../ui/announcer.tsx'
import layout from '../../ui/layout.module.css'
import { readCode, type Scanned } from './scan-values.ts'

/** https://developer.mozilla.org/docs/Web/API/BarcodeDetector: in Chromium browsers of phones. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const Detectors = (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector

/** Milliseconds between two pictures. */
const interval = 250

/** Scans the label of a router with the camera. Not rendered in browsers that cannot read barcodes. */
export function ScanButton({ onFound }: { onFound: (found: Scanned) => void }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  if (Detectors === undefined || !navigator.mediaDevices) return null
  return (
    <div>
      <Button
        variant="default"
        leftSection={actionIcon(IconScan)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('device-setups:form.scan')}
      </Button>
      {isOpen ? (
        <Modal
          opened
          onClose={() => setIsOpen(false)}
          title={t('device-setups:form.scanTitle')}
          closeButtonProps={{ 'aria-label': t('ui:close') }}
        >
          <Camera detector={Detectors} onFound={onFound} onClose={() => setIsOpen(false)} />
        </Modal>
      ) : null}
    </div>
  )
}

function Camera({
  detector,
  onFound,
  onClose,
}: {
  detector: new () => Detector
  onFound: (found: Scanned) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const found = useEffectEvent((text: string) => {
    const scanned = readCode(text)
    if (scanned.serial === undefined && scanned.mac === undefined) return false
    announce(t('device-setups:form.scanned', { text }))
    onFound(scanned)
    onClose()
    return true
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasEnded = false
    const reader = new detector()
    async function look() {
      const codes = video.current === null ? [] : await reader.detect(video.current).catch(() => [])
      if (hasEnded || codes.some(({ rawValue }) => found(rawValue))) return
      timer = setTimeout(() => void look(), interval)
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (hasEnded || video.current === null) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => setHasFailed(true))
    return () => {
      hasEnded = true
      clearTimeout(timer)
      stop()
    }
  }, [detector])
  return (
    <div className={layout.stack}>
      <p className={layout.note}>{t('device-setups:form.scanText')}</p>
      {hasFailed ? (
        <p className={layout.alarm} role="alert">
          {t('device-setups:form.noCamera')}
        </p>
      ) : (
        <video ref={video} muted playsInline style={{ inlineSize: '100%' }} />
      )}
    </div>
  )
}
