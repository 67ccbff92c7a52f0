import { useCallback, useEffect, useRef, useState } from 'react'
import classes from './installation.module.css'

/** Where style attributes wait while the mail is being parsed: as they stand, the page's policy refuses them. */
const waiting = 'data-mail-style'

/** The mail parsed with its styles put aside: attributes renamed, sheets taken out. Nothing of it runs or loads. */
export function parseMail(html: string): { body: HTMLElement; sheets: string[] } {
  const inert = html
    .replaceAll(/(<[a-z][^>]*?)\sstyle=/gi, `$1 ${waiting}=`)
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
  const parsed = new DOMParser().parseFromString(inert, 'text/html')
  const sheets = [...parsed.querySelectorAll('template')].map((sheet) => {
    sheet.remove()
    return sheet.content.textContent ?? ''
  })
  for (const element of parsed.querySelectorAll('script, iframe, object, embed, link, meta, base')) element.remove()
  for (const link of parsed.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return { body: parsed.body, sheets }
}

/** Puts the mail into the frame, and its styles onto it through the CSSOM, which the policy allows. */
function show(html: string, frame: Document): void {
  const { body, sheets } = parseMail(html)
  const shown = frame.importNode(body, true)
  for (const element of [shown, ...shown.querySelectorAll<HTMLElement>(`[${waiting}]`)]) {
    const style = element.getAttribute(waiting)
    element.removeAttribute(waiting)
    if (style) element.style.cssText = style
  }
  frame.body.replaceWith(shown)
  const Sheet = (frame.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (!Sheet) return
  frame.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/**
 * A mail as mail programs show it, in a frame of its own: sandboxed, so that nothing in it runs, and readable for this
 * page, so that the styles can be put on. Links open in a new tab.
 */
export default function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(480)
  const fill = useCallback(() => {
    const inside = frame.current?.contentDocument
    if (!inside?.body) return
    show(html, inside)
    setHeight(Math.max(240, inside.documentElement.scrollHeight))
  }, [html])
  // The empty document of a frame without an address is there at once; some browsers load it once more.
  useEffect(fill, [fill])
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      style={{ blockSize: height }}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={fill}
    />
  )
}
