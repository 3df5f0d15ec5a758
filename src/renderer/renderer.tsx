// The entry point of the application's window.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App'
import { applyAppearance } from './app/appearance'
import { trackFocus } from './components/focus-history'

trackFocus()
applyAppearance()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
