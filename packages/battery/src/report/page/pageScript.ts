/**
 * Shows a slot's figures beside the pointer, or where a finger taps. The words are those of the slot's own
 * `title`, which browsers show by themselves when scripts are off. Holds no `<` and no `&`.
 */
export const PAGE_SCRIPT = `
"use strict";
(function () {
  var tip = document.getElementById("tip");
  var shown = null;
  function hide() {
    if (shown) shown.classList.remove("shown");
    shown = null;
    tip.hidden = true;
  }
  function wordsOf(slot) {
    var title = slot.querySelector("title");
    if (title) {
      slot.words = title.textContent;
      title.remove();
    }
    return slot.words;
  }
  function show(event) {
    var slot = event.target;
    if (!slot.classList || !slot.classList.contains("slot")) return hide();
    if (slot !== shown) {
      hide();
      shown = slot;
      slot.classList.add("shown");
      tip.textContent = wordsOf(slot);
      tip.hidden = false;
    }
    var room = document.documentElement;
    var left = Math.min(event.clientX + 14, room.clientWidth - tip.offsetWidth - 8);
    var above = event.clientY - tip.offsetHeight - 16;
    tip.style.left = Math.max(left, 8) + "px";
    tip.style.top = (above > 8 ? above : event.clientY + 20) + "px";
  }
  document.addEventListener("pointermove", show);
  document.addEventListener("pointerdown", show);
  document.addEventListener("scroll", hide, { passive: true });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") hide();
  });
})();
`;
