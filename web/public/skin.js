// Runs before the first paint, so that the dark skin does not flash white. Kept apart because the policy allows no inline script.
;(function () {
  var skin = 'light'
  try {
    skin = localStorage.getItem('skin') || 'light'
  } catch {
    // Without storage the skin is the light one.
  }
  var dark = skin === 'dark' || (skin === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
