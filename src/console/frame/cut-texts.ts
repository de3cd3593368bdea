const isCut = (one: Element): boolean =>
  one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis'

/** A text that ends in an ellipsis is told whole while it is pointed at. */
export function tellCutTexts(): void {
  // Elements whose title is the text that they have no room for.
  const named = new WeakSet<Element>()
  document.addEventListener('mouseover', ({ target }) => {
    for (
      let one = target instanceof HTMLElement ? target : null, up = 0;
      one && up < 3;
      one = one.parentElement, up++
    ) {
      if (one.title !== '' && !named.has(one)) return
      if (isCut(one)) {
        named.add(one)
        one.title = one.textContent.trim()
        return
      }
      if (named.delete(one)) one.removeAttribute('title')
    }
  })
}
