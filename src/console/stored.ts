/** What this browser keeps under a name; null where it keeps nothing. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * Keeps a text in this browser; undefined takes it away. A browser that keeps nothing has it as long as the page lasts.
 */
export function store(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // Nothing is kept here.
  }
}
