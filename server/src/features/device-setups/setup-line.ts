import { quoted } from '../hardware/router-script.ts'

/** Name of the scheduler entry and of the file that the line creates; the script of the device removes both. */
export const setupName = 'trunkline-setup'

/**
 * The line that a new router runs, from its terminal or the default configuration of a branding package: each minute it
 * calls the panel with its serial number until it gets the script of its device, and runs that. A CHR has a system id
 * instead of a serial number.
 * @param url without query
 */
export function setupLine(url: string): string {
  const call = [
    ':local s ""',
    ':do {:set s [/system routerboard get serial-number]} on-error={}',
    ':if ($s = "") do={:set s [/system license get system-id]}',
    ':local m [/interface ethernet get [:pick [/interface ethernet find] 0] mac-address]',
    ':local v [:pick [/system resource get version] 0 1]',
    // As a code: in a terminal the question mark shows help.
    `/tool fetch url=(${quoted(url)} . "\\3Fserial=" . $s . "&mac=" . $m . "&version=" . $v) dst-path="${setupName}.rsc"`,
    `/import file-name="${setupName}.rsc"`,
  ].join('; ')
  // A script may take longer than a minute: a second one beside it would change the password of the first.
  const event = `:global trunklineSetup; :if ([:tostr $trunklineSetup] != "busy") do={:set trunklineSetup "busy"; :do {${call}} on-error={:log warning "${setupName}: no script yet"}; :set trunklineSetup ""}`
  return (
    `/system scheduler remove [find where name="${setupName}"]; ` +
    `/system scheduler add name="${setupName}" interval=1m start-time=startup policy=ftp,read,write,policy,test,password,sensitive,reboot ` +
    `on-event=${quoted(event)}`
  )
}

/** What the script of a device ends with: the line has done its work. */
export const removeSetupLine = [
  `:do {/system scheduler remove [find where name="${setupName}"]} on-error={}`,
  `:do {/file remove [find where name="${setupName}.rsc"]} on-error={}`,
].join('\n')
