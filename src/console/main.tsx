import { signal } from '@preact/signals'
import { render } from 'preact'

const path = signal(location.pathname)

/** Holds the place until the console is built. */
function Placeholder() {
  return <main>Daybook: {path}</main>
}

render(<Placeholder />, document.getElementById('app')!)
