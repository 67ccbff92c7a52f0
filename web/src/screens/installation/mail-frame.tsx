import { useCallback, useEffect, useRef, useState } from 'react'
import classes from './installation.module.css'

/** Holds style attributes while the e-mail is parsed: the content security policy of the page rejects inline styles. */
const styleAttribute = 'data-mail-style'

/** Parses an e-mail: style attributes renamed, style sheets removed and returned. Nothing in it runs or loads. */
export function parseMail(html: string): { body: HTMLElement; sheets: string[] } {
  const inert = html
    .replaceAll(/(<[a-z][^>]*?)\sstyle=/gi, `$1 ${styleAttribute}=`)
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

/** Renders the e-mail in the frame. Its styles are set through the CSSOM, which the policy allows. */
function show(html: string, frame: Document): void {
  const { body, sheets } = parseMail(html)
  const imported = frame.importNode(body, true)
  for (const element of [imported, ...imported.querySelectorAll<HTMLElement>(`[${styleAttribute}]`)]) {
    const style = element.getAttribute(styleAttribute)
    element.removeAttribute(styleAttribute)
    if (style) element.style.cssText = style
  }
  frame.body.replaceWith(imported)
  const Sheet = (frame.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (!Sheet) return
  frame.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/**
 * An e-mail as mail programs render it. The frame is sandboxed, so that nothing in it runs, and same-origin, so that this
 * page can set its styles. Links open in a new tab.
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
  // The document of a frame without an address exists at once; some browsers load it again.
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
