import type { MailLocale, MailText } from './kinds.ts'

const words = {
  en: { paste: 'If the button does not work, open this address:', sent: 'Sent by Trunkline' },
  de: { paste: 'Funktioniert der Knopf nicht, öffnen Sie diese Adresse:', sent: 'Gesendet von Trunkline' },
} as const

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] as string)

/**
 * The HTML part: one column that fits any width, inline styles because mail programs drop style sheets, no images and
 * no external resources. Every value is escaped here, so that texts are plain strings.
 */
export function mailHtml(text: MailText, locale: MailLocale): string {
  const link = escape(text.button.link)
  const paragraph = (line: string, style = '') => `<p style="margin:0 0 16px;${style}">${escape(line)}</p>`
  const facts = (text.facts ?? [])
    .map(
      ([label, value]) =>
        `<div style="margin:0 0 8px"><span style="color:#5b6472">${escape(label)}:</span> <strong style="font-weight:600;overflow-wrap:anywhere">${escape(value)}</strong></div>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(text.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;overflow:hidden">${escape(text.preview)}</div>
<div style="max-width:560px;margin:0 auto;padding:24px 12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c2430">
<div style="padding:0 4px 12px;font-size:14px;font-weight:600;letter-spacing:.02em;color:#5b6472">${escape(text.from_name ?? 'Trunkline')}</div>
<div style="background:#ffffff;border:1px solid #dfe3e8;border-radius:8px;padding:28px 24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;overflow-wrap:anywhere">${escape(text.heading)}</h1>
${text.paragraphs.map((line) => paragraph(line, 'overflow-wrap:anywhere')).join('\n')}
${facts === '' ? '' : `<div style="margin:0 0 20px;padding:16px 16px 8px;background:#f7f8fa;border-radius:6px">\n${facts}\n</div>`}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 22px;background:#0a5a61;border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none">${escape(text.button.label)}</a></p>
${text.after.map((line) => paragraph(line)).join('\n')}
<p style="margin:20px 0 0;font-size:13px;color:#5b6472">${words[locale].paste}<br><a href="${link}" style="color:#0a5a61;overflow-wrap:anywhere;word-break:break-all">${link}</a></p>
</div>
<p style="margin:16px 4px 0;font-size:13px;color:#5b6472">${escape(text.why)}</p>
<p style="margin:8px 4px 0;font-size:13px;color:#5b6472">${words[locale].sent}</p>
</div>
</body>
</html>
`
}

/** The plain text part: the same content, with the link on a separate line. */
export function mailPlain(text: MailText, locale: MailLocale): string {
  const facts = (text.facts ?? []).map(([label, value]) => `${label}: ${value}`)
  const blocks = [
    text.heading,
    ...text.paragraphs,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    `${text.button.label}:\n${text.button.link}`,
    ...text.after,
    `-- \n${text.why}\n${words[locale].sent}`,
  ]
  return `${blocks.join('\n\n')}\n`
}
