/** Enters characters that were typed on a cell into the controls of its editor, as if they had been typed there. */

/** Controls whose text is replaced. The list of a picker comes first: a record is searched by its name. */
const TEXTS = ['.pick-list input', 'textarea', 'input:is(:not([type]), [type="text"], [type="search"], [type="password"])'];

/** Returns false if the control has not loaded yet. */
export function typeInto(box: HTMLElement, text: string): boolean {
  const segment = box.querySelector<HTMLElement>('[role="spinbutton"]');
  if (segment !== null) {
    // Such a control takes one digit at a time.
    for (const data of text)
      document.activeElement?.dispatchEvent(
        new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true }),
      );
    return true;
  }
  if (box.querySelector('input[aria-busy="true"]') !== null) return false;
  if (choose(box, text)) return true;
  const picker = box.querySelector<HTMLElement>('.pick-control > button');
  if (picker?.getAttribute('aria-expanded') === 'false') picker.click();
  const input = TEXTS.map(each => box.querySelector<HTMLInputElement | HTMLTextAreaElement>(each)).find(each => each !== null);
  if (!input || (picker !== null && !input.closest('.pick-list'))) return false;
  input.focus();
  input.select();
  input.setRangeText(text, 0, input.value.length, 'end');
  input.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }));
  return true;
}

/** Chooses the first option that begins with the text; false if the control has no options. */
function choose(box: HTMLElement, text: string): boolean {
  const begins = (label: string | null | undefined): boolean =>
    label?.trim().toLocaleLowerCase().startsWith(text.toLocaleLowerCase()) ?? false;
  const select = box.querySelector('select');
  const option = [...(select?.options ?? [])].find(each => each.value !== '' && begins(each.label));
  if (select !== null && option) {
    select.value = option.value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  const radios = [...box.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  const radio = radios.find(each => begins(each.closest('label')?.textContent));
  radio?.focus();
  radio?.click();
  return select !== null || radios.length > 0;
}
