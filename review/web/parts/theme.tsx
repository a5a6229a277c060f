import { useEffect, useState } from 'react'

const STORED = 'engvqa-review:theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** Light, dark, or as the system has it. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(() => THEMES.find((known) => known === localStorage.getItem(STORED)) ?? 'system')
  useEffect(() => {
    localStorage.setItem(STORED, theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}. Change to ${next}.`}
      title={`Colours: ${theme}`}
    >
      {theme === 'system' ? '◐' : theme === 'light' ? '☀' : '☾'}
    </button>
  )
}
