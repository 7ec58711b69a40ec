/** What may stand in a field while a number is being typed, and is none yet. */
const UNFINISHED = /^[+-]?[.,]?$|^[+-]?\d*[.,]?\d*e[+-]?$/i;
/** A comma before three digits may part thousands as well as a fraction. */
const AMBIGUOUS = /^[+-]?\d{1,3}(,\d{3})+$/;

/**
 * The number that a person has typed, with a point or a comma before its fraction.
 * @returns undefined while it is not finished; the text itself where it is no number, or where its comma may part thousands
 */
export function typedNumber(text: string): number | string | undefined {
  const typed = text.trim();
  if (UNFINISHED.test(typed)) return undefined;
  const value = Number(typed.replace(",", "."));
  return Number.isNaN(value) || AMBIGUOUS.test(typed) ? typed : value;
}

/** An input of numbers, and what it shows. */
export interface NumberInput {
  readonly input: HTMLInputElement;
  /** Shows a value, unless the field is being typed in. */
  readonly show: (value: unknown) => void;
}

/**
 * Takes numbers from an input as they are typed. Browsers' own number inputs leave commas out without a word, where 9,5
 * becomes 95. What is left unfinished gives way to what was shown last.
 * @param take  told a number; the text where it is none; undefined when the field was emptied
 */
export function numberInput(
  input: HTMLInputElement,
  take: (typed: number | string | undefined) => void,
): NumberInput {
  let shown = "";
  input.type = "text";
  input.inputMode = "decimal";
  input.addEventListener("input", () => {
    const typed = typedNumber(input.value);
    if (typed !== undefined || input.value.trim() === "") take(typed);
  });
  input.addEventListener("change", () => {
    if (input.value.trim() !== "" && typedNumber(input.value) === undefined) input.value = shown;
  });
  return {
    input,
    show: (value) => {
      shown = value === undefined || value === null ? "" : String(value);
      if (document.activeElement !== input && input.value !== shown) input.value = shown;
    },
  };
}
